import type { View } from '@deskhand/protocol'
import type { CallResult, NewEntry, StoredImage } from '../journal/private-entries.ts'
import type { Core } from '../run/core.ts'
import type { CallState } from '../state/session-state.ts'
import type { ToolResult } from '../tool.ts'

const LONGEST_SHOWN_ARGUMENT = 2_000
const VIEW_BYTES = 64 * 1024

export const startEntry = (call: CallState, args: Record<string, unknown>, title: string): NewEntry => ({
  type: 'tool.start',
  data: {
    callId: call.id,
    ...(call.stepId && { stepId: call.stepId }),
    name: call.name,
    args: shownArgs(args),
    title: title.slice(0, 200) || call.name,
  },
})

type Brief = Pick<ToolResult, 'outcome' | 'head' | 'content'> & { view?: View; images?: StoredImage[] }

/** The result of a call that the harness itself answers. */
export function resultEntry(
  core: Core<unknown>,
  call: CallState,
  { outcome, head = [], content, view, images }: Brief,
  more: Partial<CallResult> = {},
): NewEntry {
  const lines = [`status: ${outcome}`, ...head]
  return {
    type: 'tool.result',
    data: {
      callId: call.id,
      thread: call.thread,
      content: content ? `${lines.join('\n')}\n\n${content}` : lines.join('\n'),
      outcome,
      ms: call.started === undefined ? 0 : Math.max(0, core.deps.clock.now() - call.started),
      ...(view && { view: fitView(view) }),
      ...(images?.length && { images }),
      ...more,
    },
  }
}

/** Long strings keep head and tail; the whole is in the model's own reply. */
export function shownArgs(args: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(args).map(([key, value]) => [key, shorten(value)]))
}
function shorten(value: unknown): unknown {
  if (typeof value === 'string') return headAndTail(value, LONGEST_SHOWN_ARGUMENT)
  if (Array.isArray(value)) return value.map(shorten)
  if (typeof value === 'object' && value !== null) return shownArgs(value as Record<string, unknown>)
  return value
}

/** A view is at most 64 KiB. */
export function fitView(view: View): View {
  let shown = view
  for (let most = 30_000; most >= 500 && bytes(shown) > VIEW_BYTES; most = Math.floor(most / 2)) {
    shown = shortenTexts(view, most) as View
  }
  return shown
}
const bytes = (view: View) => Buffer.byteLength(JSON.stringify(view))

function shortenTexts(value: unknown, most: number): unknown {
  if (typeof value === 'string') return headAndTail(value, most)
  if (Array.isArray(value))
    return value.slice(0, Math.max(5, Math.floor(most / 100))).map((item) => shortenTexts(item, most))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, shortenTexts(inner, most)]))
}

function headAndTail(text: string, most: number): string {
  if (text.length <= most) return text
  const head = Math.floor(most * 0.7)
  const tail = most - head
  return `${text.slice(0, head)}\n… ${text.length - head - tail} characters left out …\n${text.slice(text.length - tail)}`
}
