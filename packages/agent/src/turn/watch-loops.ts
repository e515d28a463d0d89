import { createHash } from 'node:crypto'
import type { CallResult } from '../journal/private-entries.ts'
import type { ToolResult } from '../tool.ts'

export interface LoopFinding {
  signal: 'same_result' | 'same_failure' | 'back_and_forth' | 'page_unmoved'
  level: 'soft' | 'hard'
  times: number
}
type Marked = Pick<CallResult, 'mark' | 'outcome' | 'changesWorld' | 'family'>

/**
 * Looks for going round in circles, at the newest result and those before it in the step. A call that is the same
 * again counts only since the last different one that changed something: a test that is run after every edit is work.
 */
export function watchLoops(earlier: readonly Marked[], newest: Marked): LoopFinding | undefined {
  if (!newest.mark || newest.mark.waiting) return undefined
  const all = [...earlier.filter(({ mark }) => mark && !mark.waiting), newest]
  const since = sinceOtherChange(all, newest)
  const same = since.filter(({ mark }) => mark?.call === newest.mark?.call)
  return (
    found('same_failure', failures(same, newest), 2, 4) ??
    found('same_result', same.filter(({ mark }) => mark?.result === newest.mark?.result).length, 3, 5) ??
    found('back_and_forth', alternating(all), 6, 10) ??
    found('page_unmoved', unmoved(all), 5, 10)
  )
}

export const loopWords: Record<LoopFinding['signal'], string> = {
  same_result: 'the same call gave the same result again',
  same_failure: 'the same call failed again for the same reason',
  back_and_forth: 'two calls take turns and nothing changes',
  page_unmoved: 'the page has not changed after several actions',
}

/** What is compared of a call: order of keys, spaces and (in a search) words make no difference. */
export function markOf(
  name: string,
  args: Record<string, unknown>,
  result: ToolResult,
  pure: boolean,
): CallResult['mark'] {
  const failed = result.outcome === 'failed' || result.outcome === 'timeout'
  const { view } = result
  return {
    call: `${name} ${canonical(name, args)}`,
    result: hash(`${result.outcome}\n${result.content}`),
    ...(failed && { error: result.errorCode ?? hash(result.content.slice(0, 200)) }),
    ...(result.pageMark && { page: result.pageMark }),
    ...(pure && { pure }),
    ...(name === 'shell_continue' && view.kind === 'shell' && view.state === 'running' && { waiting: true }),
  }
}

function canonical(name: string, value: unknown): string {
  if (typeof value === 'string') {
    const text = value.replace(/\s+/g, ' ').trim()
    return name === 'web_search' ? text.toLowerCase().split(' ').sort().join(' ') : text
  }
  if (Array.isArray(value)) return `[${value.map((item) => canonical(name, item)).join(',')}]`
  if (typeof value !== 'object' || value === null) return String(value)
  const pairs = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${pairs.map(([key, inner]) => `${key}:${canonical(name, inner)}`).join(',')}}`
}

const hash = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 16)

function sinceOtherChange(all: readonly Marked[], newest: Marked): readonly Marked[] {
  const at = all.findLastIndex(
    ({ mark, changesWorld, outcome }) =>
      mark?.call !== newest.mark?.call && changesWorld === true && outcome === 'ok',
  )
  return all.slice(at + 1)
}

function failures(same: readonly Marked[], newest: Marked): number {
  const error = newest.mark?.error
  return error === undefined ? 0 : same.filter(({ mark }) => mark?.error === error).length
}

/** How many of the newest results are A B A B …, with two different calls whose results stay the same. */
function alternating(all: readonly Marked[]): number {
  const keys = all.map(({ mark }) => `${mark?.call}\n${mark?.result}`)
  const [b, a] = [keys.at(-1), keys.at(-2)]
  if (a === b) return 0
  let count = 0
  while (count < keys.length && keys[keys.length - 1 - count] === (count % 2 === 0 ? b : a)) count++
  return count
}

function unmoved(all: readonly Marked[]): number {
  const acts = all.filter(
    ({ family, changesWorld, mark }) => family === 'browser' && changesWorld && mark?.page,
  )
  const page = acts.at(-1)?.mark?.page
  let count = 0
  while (count < acts.length && acts[acts.length - 1 - count]?.mark?.page === page) count++
  return page === undefined ? 0 : count
}

function found(
  signal: LoopFinding['signal'],
  times: number,
  soft: number,
  hard: number,
): LoopFinding | undefined {
  if (times >= hard) return { signal, level: 'hard', times }
  return times >= soft ? { signal, level: 'soft', times } : undefined
}
