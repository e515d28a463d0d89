import type { AnyEvent } from '@deskhand/protocol'
import { apply, emptyView } from '@deskhand/protocol/fold'
import type { Entry } from '../deps.ts'

const passing = new Set([
  'ts',
  'since',
  'startedAt',
  'updatedAt',
  'ms',
  'usage',
  'seq',
  'key',
  'itemIndex',
  'seconds',
])
const id = /^(?:m-user-\d+|s\d+c\d+|(?:run|step|message|thought|ask|call|proposal)\d+)$/

/** What the page shows of a log, but for ids, times, usage and notices: to compare two courses of the same run. */
export function pageState(entries: readonly Entry[]): unknown {
  const view = emptyView()
  for (const { seq, ts, type, data } of entries) {
    if (seq !== undefined && type !== 'notice')
      apply(view, { seq: view.seq + 1, ts, type, ...data } as AnyEvent)
  }
  const names = new Map<string, string>()
  const nameOf = (text: string) => {
    if (!id.test(text)) return text
    const known = names.get(text) ?? `id${names.size + 1}`
    names.set(text, known)
    return known
  }
  const plain = (value: unknown): unknown => {
    if (value instanceof Map) return [...value].map(([key, inner]) => [plain(key), plain(inner)])
    if (value instanceof Set) return [...value].map(plain)
    if (Array.isArray(value)) return value.map(plain)
    if (typeof value === 'string') return nameOf(value)
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(
      Object.entries(value)
        .filter(([key]) => !passing.has(key))
        .map(([key, inner]) => [key, plain(inner)]),
    )
  }
  return plain(view)
}
