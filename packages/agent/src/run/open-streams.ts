import type { CallId, MessageId, ThoughtId, View } from '@deskhand/protocol'
import type { SessionLog } from '../deps.ts'

/** Something that is being written or shown just now. `offset` is the length of `text`. */
export type OpenStream =
  | { of: 'message' | 'thought'; id: string; offset: number; text: string }
  | { of: 'tool'; id: string; view: View }

/** What goes out live, and what of it a watcher who comes later has missed. */
export class OpenStreams {
  readonly #log: SessionLog
  readonly #texts = new Map<string, { of: 'message' | 'thought'; text: string }>()
  readonly #views = new Map<string, View>()

  constructor(log: SessionLog) {
    this.#log = log
  }

  write(of: 'message' | 'thought', id: MessageId | ThoughtId, piece: string): void {
    if (piece === '') return
    const open = this.#texts.get(id) ?? { of, text: '' }
    const offset = open.text.length
    this.#texts.set(id, { of, text: open.text + piece })
    if (of === 'message') this.#log.live('message.delta', { id: id as MessageId, text: piece, offset })
    else this.#log.live('thought.delta', { id: id as ThoughtId, text: piece, offset })
  }

  /** all so far of a text, and its end */
  close(id: string): string {
    const text = this.#texts.get(id)?.text ?? ''
    this.#texts.delete(id)
    return text
  }

  show(callId: CallId, view: View): void {
    this.#views.set(callId, view)
    this.#log.live('tool.delta', { callId, view })
  }
  hide(callId: CallId): void {
    this.#views.delete(callId)
  }

  list(): OpenStream[] {
    const texts = [...this.#texts].map(
      ([id, { of, text }]): OpenStream => ({ of, id, offset: text.length, text }),
    )
    const views = [...this.#views].map(([id, view]): OpenStream => ({ of: 'tool', id, view }))
    return [...texts, ...views]
  }
}
