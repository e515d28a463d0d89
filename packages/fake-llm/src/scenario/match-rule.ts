import type { RequestView } from '../view/request-view.ts'
import { type Fill, filler, NothingCaptured } from './fill.ts'
import type { Rule } from './scenario.ts'
import type { Count, When } from './schema.ts'

/** What of a rule's `when` does not hold; empty = the rule matches. */
export function missesOf(rule: Rule, view: RequestView): string[] {
  const fill = filler(view, rule.captures)
  return (Object.keys(rule.when) as (keyof When)[]).flatMap((key) => {
    const check = checks[key] as (wanted: unknown, view: RequestView, fill: Fill) => string | undefined
    try {
      const miss = check(rule.when[key], view, fill)
      return miss === undefined ? [] : [`${key}: ${miss}`]
    } catch (error) {
      if (error instanceof NothingCaptured) return [`${key}: ${error.message}`]
      throw error
    }
  })
}

type Check<T> = (wanted: T, view: RequestView, fill: Fill) => string | undefined
const list = <T>(value: T | T[]): T[] => (Array.isArray(value) ? value : [value])
const short = (text: string) => (text.length > 120 ? `${text.slice(0, 120)}…` : text)
const is = (wanted: string | string[], found: string | undefined) =>
  found !== undefined && list(wanted).includes(found)
    ? undefined
    : `is ${found ?? 'none'}, wanted ${list(wanted).join('|')}`
const counts = (wanted: Count, found: number) =>
  inCount(wanted, found) ? undefined : `is ${found}, wanted ${wanted}`
const holds = (pattern: string, text: string | undefined, fill: Fill) =>
  text !== undefined && new RegExp(fill(pattern), 'imu').test(text)
const matches = (pattern: string, text: string | undefined, fill: Fill) =>
  holds(pattern, text, fill) ? undefined : `/${fill(pattern)}/ is not in ${JSON.stringify(short(text ?? ''))}`
const flag = (wanted: boolean, found: boolean) => (wanted === found ? undefined : `is ${found}`)

const checks: { [K in keyof Required<When>]: Check<NonNullable<When[K]>> } = {
  role: (wanted, view) => is(wanted, view.role),
  language: (wanted, view) => is(wanted, view.language),
  request: (wanted, view, fill) => matches(wanted, view.request, fill),
  turn: (wanted, view) => is(wanted, view.turn),
  planRev: (wanted, view) => counts(wanted, view.planRev),
  step: (wanted, view, fill) => matches(wanted, view.step?.text, fill),
  nthInStep: (wanted, view) => counts(wanted, view.nthInStep),
  progress: (wanted, view) => counts(wanted, view.progress),
  lastTool: (wanted, { lastTool }, fill) =>
    (wanted.name && is(wanted.name, lastTool?.name)) ??
    (wanted.status && is(wanted.status, lastTool?.status)) ??
    (wanted.contains !== undefined ? matches(wanted.contains, lastTool?.text, fill) : undefined) ??
    (wanted.lacks !== undefined && holds(wanted.lacks, lastTool?.text, fill)
      ? `/${fill(wanted.lacks)}/ is in it`
      : undefined),
  interrupt: (wanted, view, fill) => matches(wanted, view.interrupt, fill),
  has: (wanted, view, fill) => firstMiss(list(wanted), (pattern) => matches(pattern, view.text, fill)),
  hasNot: (wanted, view, fill) =>
    firstMiss(list(wanted), (pattern) =>
      holds(pattern, view.text, fill) ? `/${fill(pattern)}/ is there` : undefined,
    ),
  done: (wanted, view, fill) =>
    firstMiss(list(wanted), (pattern) => matches(pattern, allResults(view), fill)),
  notDone: (wanted, view, fill) =>
    firstMiss(list(wanted), (pattern) =>
      holds(pattern, allResults(view), fill) ? `/${fill(pattern)}/ is there` : undefined,
    ),
  image: (wanted, view) => flag(wanted, view.hasImage),
  tools: (wanted, view) => flag(wanted, view.hasTools),
}

const allResults = (view: RequestView) => view.results.map((result) => result.text).join('\n')

function firstMiss(patterns: string[], check: (pattern: string) => string | undefined): string | undefined {
  for (const pattern of patterns) {
    const miss = check(pattern)
    if (miss !== undefined) return miss
  }
  return undefined
}

function inCount(wanted: Count, found: number): boolean {
  if (typeof wanted === 'number') return found === wanted
  if (wanted.startsWith('>=')) return found >= Number(wanted.slice(2))
  if (wanted.startsWith('<=')) return found <= Number(wanted.slice(2))
  const [from, to] = wanted.split('..')
  return found >= Number(from) && found <= Number(to)
}
