import type { Eyes } from './browser-session.ts'

/** Where the pictures and lists of each action are kept for looking into later; `path` is relative, `remove` frees it. */
export interface ArtefactSink {
  write(path: string, bytes: Uint8Array | string): Promise<void>
  remove(path: string): Promise<void>
}
export interface DownloadNews {
  path: string
  size: number
  url: string
  /** no action of the agent was under way */
  byPerson: boolean
}
export interface BrowserOptions {
  eyes?: Eyes
  /** asked before each use, so that settings may change while a session lives */
  askEyes?: () => Eyes | undefined
  artefacts?: ArtefactSink
  /** bytes kept at most; the oldest go first. Default 200 MB */
  artefactBytes?: number
  /** pictures before and after each action for the person; default true */
  pictures?: boolean
  /** also those that a person makes in the live view */
  onDownload?: (news: DownloadNews) => void
  /** ms that an address has to answer; default 30,000 */
  answerMs?: number
  signal?: AbortSignal
}
