import type { BlobId } from '@deskhand/protocol'

/** How to reach one sandbox's Chrome and its files; the sandbox comes in as an interface. */
export interface BrowserHome {
  cdp(): { url: string; headers: Record<string, string> }
  /** a key on the display: the way out of a dialog that blocks a tab */
  pressKey(key: string, signal?: AbortSignal): Promise<void>
  files: {
    stat(path: string): Promise<{ path: string; size: number; type: 'file' | 'dir' | 'other' } | undefined>
    write(path: string, bytes: Uint8Array | string): Promise<void>
    move(from: string, to: string): Promise<void>
    list(path: string): Promise<string[]>
    /** text of a PDF in the workspace */
    pdfText(path: string): Promise<{ text: string; pages: number }>
  }
  /** where a download goes; absolute, exists */
  downloads: string
  now(): number
  timeZone: string
}

/** A vision model as an answerer: where is what the words describe, in pixels of the picture. */
export interface Eyes {
  see(
    request: { image: { mime: string; data: string; width: number; height: number }; question: string },
    signal: AbortSignal,
  ): Promise<string>
  name: string
}

export type Via = 'number' | 'text' | 'css' | 'vision' | 'point'

/** What every browser action answers. Failures are outcomes, not exceptions; only an aborted signal is thrown. */
export interface BrowserResult {
  outcome: 'ok' | 'failed' | 'timeout' | 'interrupted' | 'unknown'
  /** E_STALE, E_COVERED, … when it is not ok */
  code?: string
  /** what the model reads: the error with what to do next, or the effect record, or what was asked for */
  text: string
  url: string
  title: string
  via?: Via
  /** short words for the person: "1 line added", "nothing changed" */
  changes?: string
  /** pictures for the person, JPEG */
  before?: Uint8Array
  shot?: Uint8Array
  point?: { x: number; y: number }
  /** picture for the model */
  image?: { mime: string; data: string; width: number; height: number }
  /** the whole text is in this workspace file */
  fullPath?: string
  /** element list or page text: the longer inline limits hold */
  limit?: 'page' | 'list'
  pageChanged: boolean
  /** url + list fingerprint */
  pageMark: string
}
export type KeepBlob = (bytes: Uint8Array, mime: string) => Promise<BlobId>
