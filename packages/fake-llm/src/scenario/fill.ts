import type { RequestView } from '../view/request-view.ts'
import { tagged } from '../view/tags.ts'
import { dateIn, formatDate, moved } from './dates.ts'
import type { Capture } from './schema.ts'

/** A capture that found nothing: the rule that wanted it does not match. */
export class NothingCaptured extends Error {
  override name = 'NothingCaptured'
}

/** Fills `{{ name }}` and `{{ name + 1 }}` out of a rule's captures and the view's own words. */
export function filler(view: RequestView, captures: Record<string, Capture>) {
  const known = new Map<string, string>()
  const lookUp = (name: string): string => {
    const found = known.get(name) ?? own(view, name) ?? captured(name)
    known.set(name, found)
    return found
  }
  const captured = (name: string): string => {
    const capture = captures[name]
    if (!capture) throw new NothingCaptured(`{{ ${name} }} is the name of no capture`)
    if ('date' in capture) return dateOf(view, name, capture)
    return findIn(view, name, { ...capture, find: fill(capture.find) })
  }
  const fill = (text: string): string =>
    text.replace(
      /\{\{\s*([\w.]+)\s*(?:([+-])\s*(\d+)\s*)?\}\}/g,
      (_, name: string, sign?: string, by?: string) => {
        const value = lookUp(name)
        return sign === undefined ? value : String(Number(value) + Number(`${sign}${by}`))
      },
    )
  return fill
}
export type Fill = ReturnType<typeof filler>

function own(view: RequestView, name: string): string | undefined {
  const words: Record<string, string | undefined> = {
    request: view.request,
    interrupt: view.interrupt,
    'step.id': view.step?.id,
    'step.text': view.step?.text,
    'lastTool.text': view.lastTool?.text,
    language: view.language,
  }
  return words[name]
}

function dateOf(view: RequestView, name: string, capture: { date: string; format: string }): string {
  // The run's start, which all its requests share: a step's own clock may be past midnight.
  const today = dateIn(tagged(view.text, 'started').at(-1)?.body ?? view.step?.text ?? view.text)
  if (!today) throw new NothingCaptured(`{{ ${name} }}: the request says no date`)
  return formatDate(moved(today, capture.date), capture.format)
}

function findIn(view: RequestView, name: string, capture: Extract<Capture, { find: string }>): string {
  const places = placesOf(view, capture.in ?? 'results')
  const pattern = new RegExp(capture.find, 'gimu')
  const hits = places.flatMap((text) => [...text.matchAll(pattern)])
  const hit = capture.pick === 'first' ? hits[0] : hits.at(-1)
  const found = hit ? (hit[1] ?? hit[0]) : capture.default
  if (found === undefined)
    throw new NothingCaptured(`{{ ${name} }}: /${capture.find}/ is not in ${capture.in ?? 'the results'}`)
  return found
}

function placesOf(view: RequestView, place: string): string[] {
  if (place === 'results') return view.results.map((result) => result.text)
  if (place === 'request') return [view.request]
  if (place === 'interrupt') return [view.interrupt ?? '']
  if (place === 'step') return [view.step?.text ?? '']
  if (place === 'text') return [view.text]
  if (['ledger', 'plan', 'task', 'files', 'knowledge'].includes(place))
    return tagged(view.text, place).map((tag) => tag.body)
  return view.results.filter((result) => result.name === place).map((result) => result.text)
}
