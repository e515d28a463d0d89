import type { Approve, AskId, Attachment, MessageId, PauseReason, Status } from '@deskhand/protocol'
import type { OpenStream } from './run/open-streams.ts'

export interface IncomingMessage {
  id: MessageId
  text: string
  mode?: 'steer' | 'queue'
  replyTo?: AskId
  approve?: Approve
  attachments?: Attachment[]
}

/** A command that has nothing to act on, or a reply to a question that is closed. */
export class AgentRefusal extends Error {
  readonly code: 'ASK_CLOSED' | 'NOTHING_TO_RESUME' | 'NOTHING_TO_FINISH' | 'NOTHING_TO_RETRY' | 'NOT_QUEUED'
  constructor(code: AgentRefusal['code'], message: string) {
    super(message)
    this.name = 'AgentRefusal'
    this.code = code
  }
}

/**
 * The agent of one session: takes what the person says at any moment, works run by run, and keeps every fact in the
 * log. Commands return at once; what follows shows in the log. After a crash, `boot` goes on where the log ends.
 */
export interface SessionAgent {
  readonly status: { status: Status; reason?: PauseReason; openAsk?: AskId }
  /** stored before it returns; throws AgentRefusal(ASK_CLOSED) with nothing stored */
  say(message: IncomingMessage): { messageId: MessageId; seq: number }
  withdraw(id: MessageId): void
  stop(): void
  pause(): void
  resume(options?: { extend?: boolean }): void
  finish(): void
  retry(): void
  /** resolves when the agent holds still; from then on the person has mouse and keyboard */
  takeOver(user: string): Promise<void>
  handBack(user: string, note?: string): void
  /** the sandbox went away; a run that waits for a person is left waiting, and wakes it when it goes on */
  worldLost(reason: string): void
  /** what is being written or shown just now, whole: one live `snapshot` each for a watcher who connects */
  openStreams(): OpenStream[]
  /** called once after construction: goes on with a run that a crash or stop of the server cut */
  boot(): void
  /** resolves when no work is under way (idle, waiting, paused, takeover) */
  settled(): Promise<void>
  /** ends work without ending the run: for the server's own stop */
  close(): Promise<void>
}
