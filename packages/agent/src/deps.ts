import type { ChatModel, Clock } from '@deskhand/llm'
import type { Attachment, BlobId, LiveData, LiveType, StoredData, StoredType } from '@deskhand/protocol'
import type { PrivateData, PrivateType } from './journal/private-entries.ts'
import type { Tool } from './tool.ts'

/** One row of a session's log. `pos` orders everything; public entries also have `seq` (1, 2, 3 … without a hole). */
export type Entry =
  | { [T in StoredType]: { pos: number; seq: number; ts: number; type: T; data: StoredData<T> } }[StoredType]
  | {
      [T in PrivateType]: { pos: number; seq?: undefined; ts: number; type: T; data: PrivateData<T> }
    }[PrivateType]

/** The only state of a session. `append` is committed and told to the watchers when it returns. */
export interface SessionLog {
  entries(): readonly Entry[]
  append<T extends StoredType>(type: T, data: StoredData<T>): Entry
  append<T extends PrivateType>(type: T, data: PrivateData<T>): Entry
  /** to the watchers only */
  live<T extends LiveType>(type: T, data: LiveData<T>): void
}

/**
 * What surrounds the agent: its computer, by name only. The sandbox is made or woken by `enter`, at the first step.
 * Methods other than enter may be called only after it; all throw when the sandbox is gone (WorldLost).
 */
export interface Surroundings<World> {
  enter(signal: AbortSignal): Promise<World>
  /** undefined while there is none */
  current(): World | undefined
  /** writes a whole result or history under /workspace/.deskhand */
  save(path: string, text: string): Promise<void>
  stat(path: string): Promise<{ path: string; size: number; sha256: string; mime: string } | undefined>
  /** copies a workspace file into the server's keeping */
  keepFile(
    path: string,
  ): Promise<
    { name: string; path: string; size: number; mime: string; sha256: string; blob: BlobId } | undefined
  >
  /** puts attachments where their paths say */
  place(attachments: Attachment[]): Promise<void>
  /** open tabs, current url and title, in a few lines; undefined when no browser was used yet */
  browserState(): Promise<string | undefined>
  /** the text of the current page holds this */
  pageHasText(text: string): Promise<boolean>
  /** ends what this run started; resolves when it has ended */
  stopProcesses(runId: string): Promise<void>
  /** true while a person may not be disturbed by agent input */
  setAgentInput?(allowed: boolean): void
}
/** The sandbox is gone and with it what only lived there. */
export class WorldLost extends Error {
  override name = 'WorldLost'
}

export interface AgentDeps<World> {
  sessionId: string
  log: SessionLog
  models: { planner: ChatModel; executor: ChatModel; vision?: ChatModel }
  tools: readonly Tool<World>[]
  surroundings: Surroundings<World>
  keep(bytes: Uint8Array, mime: string): Promise<BlobId>
  /** bytes of an attachment, for pictures that the models see */
  readBlob(id: BlobId): Promise<Uint8Array | undefined>
  settings: AgentSettings
  clock: Clock
  /** ids that only the server makes; tests make them countable */
  newId(kind: 'run' | 'step' | 'message' | 'thought' | 'ask' | 'call' | 'proposal'): string
  report?: { warn(object: unknown, text: string): void; error(object: unknown, text: string): void }
}

export interface AgentSettings {
  stepMaxCalls: number
  runMaxCalls: number
  runMaxTokens: number
  runMaxMinutes: number
  runMaxCost?: number
  approvals: 'never' | 'risky' | 'always'
  timeZone: string
  language?: string
  /** what the person's project and settings add to the prompt */
  instructions?: string
  /** what is known beforehand; index lines and whole texts, chosen at run start */
  knowledge?: KnowledgeNote[]
  skills?: SkillEntry[]
}
export interface KnowledgeNote {
  name: string
  title: string
  when: string[]
  urls: string[]
  always: boolean
  text: string
  path: string
}
export interface SkillEntry {
  name: string
  description: string
  path: string
}
