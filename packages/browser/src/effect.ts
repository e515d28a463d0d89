import type { Observation } from './observe.ts'
import { type Line, lines } from './print.ts'

interface State {
  name: string
  kind: string
  attrs: Record<string, string | true>
}
export interface Difference {
  added: string[]
  removed: string[]
  states: string[]
}

/** What two looks at the same page have apart: lines that came, lines that went, states of elements that stayed. */
export function difference(before: Observation, after: Observation): Difference {
  const was = lines(before, false)
  const is = lines(after, false)
  const states: string[] = []
  const stateWas = statesOf(was)
  const stateIs = statesOf(is)
  const explained = new Set<number>()
  for (const [id, now] of stateIs) {
    const then = stateWas.get(id)
    if (!then) continue
    const changes: string[] = []
    if (then.name !== now.name) changes.push(`"${then.name}" → "${now.name}"`)
    for (const key of new Set([...Object.keys(then.attrs), ...Object.keys(now.attrs)])) {
      // Whatever is clicked gets the focus: only for a field that means something.
      if (key === 'hint' || key === 'clipped' || (key === 'focused' && !isField(now.kind))) continue
      const [a, b] = [then.attrs[key], now.attrs[key]]
      if (a === b) continue
      if (a === undefined && b === true) changes.push(key)
      else if (b === undefined && a === true) {
        if (key !== 'focused') changes.push(`not ${key}`)
      } else
        changes.push(
          `${key} ${a === undefined ? 'none' : JSON.stringify(a)} → ${b === undefined ? 'none' : JSON.stringify(b)}`,
        )
    }
    if (changes.length)
      states.push(`[${id}]${now.name ? ` "${now.name.slice(0, 40)}"` : ''}: ${changes.join(', ')}`)
    explained.add(id)
  }
  const key = (line: Line) => bare(line.text)
  const count = (list: Line[]) => {
    const map = new Map<string, number>()
    for (const line of list) map.set(key(line), (map.get(key(line)) ?? 0) + 1)
    return map
  }
  const [oldCount, newCount] = [count(was), count(is)]
  const fresh = (list: Line[], other: Map<string, number>, ids: Map<number, unknown>) => {
    const left = new Map(other)
    return list.filter((line) => {
      const n = left.get(key(line)) ?? 0
      if (n > 0) {
        left.set(key(line), n - 1)
        return false
      }
      // A line whose elements were there before is told by their states.
      return !(line.state?.size && [...line.state.keys()].every((id) => ids.has(id)))
    })
  }
  return {
    added: fresh(is, oldCount, stateWas).map((l) => l.text.trim()),
    removed: fresh(was, newCount, stateIs).map((l) => l.text.trim()),
    states,
  }
}

function statesOf(list: Line[]): Map<number, State> {
  const map = new Map<number, State>()
  for (const line of list) for (const [id, state] of line.state ?? []) map.set(id, state)
  return map
}
function isField(kind: string): boolean {
  return /^(input type=(?!button|submit|reset|checkbox|radio)|textarea|select)|editable|role=(textbox|combobox|searchbox)/.test(
    kind,
  )
}
function bare(text: string): string {
  return text
    .trim()
    .replace(/^\*/, '')
    .replace(/ focused\b/, '')
}

/** The same list twice has the same mark; used to notice that nothing moves any more. */
export function fingerprint(url: string, list: Line[]): string {
  let hash = 2166136261
  for (const line of list)
    for (let i = 0; i < line.text.length; i++) hash = Math.imul(hash ^ line.text.charCodeAt(i), 16777619)
  return `${url}#${(hash >>> 0).toString(36)}`
}
