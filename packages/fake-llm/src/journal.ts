import type { FakeReply, FakeUsage } from './chat-reply.ts'
import type { ChatRequest } from './chat-request.ts'
import type { Violation } from './gate/violation.ts'
import type { Refusal } from './personas/persona.ts'
import type { NearRule } from './scenario/decide.ts'
import type { RequestView } from './view/request-view.ts'

/** One chat request and what became of it. Headers are not kept: they hold keys. */
export interface JournalEntry {
  /** from 1, in order of arrival */
  n: number
  session: string
  persona: string
  request: ChatRequest
  view: RequestView
  /** nth attempt at this conversation, from 1 */
  attempt: number
  inputTokens: number
  violations: Violation[]
  /** what is worth a look and no reason to refuse */
  notes: string[]
  outcome: Outcome
  usage?: FakeUsage
}
export type Outcome =
  | { type: 'reply'; scenario: string; rule: string; reply: FakeReply; fault?: string }
  | { type: 'fault'; fault: string; scenario: string; rule: string }
  | { type: 'refused'; refusal: Refusal }
  | { type: 'unmatched'; nearest: NearRule[] }

const kept = 2_000

/** What was asked and answered, newest last; the oldest go when there are more than 2,000. */
export class Journal {
  readonly entries: JournalEntry[] = []
  #count = 0

  add(entry: Omit<JournalEntry, 'n'>): JournalEntry {
    this.#count += 1
    const whole = { n: this.#count, ...entry }
    this.entries.push(whole)
    if (this.entries.length > kept) this.entries.shift()
    return whole
  }

  /** requests so far, forgotten ones too */
  get count(): number {
    return this.#count
  }

  get violations(): Violation[] {
    return this.entries.flatMap((entry) => entry.violations)
  }

  get unmatched(): JournalEntry[] {
    return this.entries.filter((entry) => entry.outcome.type === 'unmatched')
  }
}
