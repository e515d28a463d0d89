import { createHash } from 'node:crypto'
import type { Attachment, BlobId } from '@deskhand/protocol'
import { type Surroundings, WorldLost } from '../deps.ts'
import type { ToolImage, ToolResult } from '../tool.ts'

/** What of a computer outlives the server: files, pages, and what it knows of each call. */
export class Desk {
  readonly files = new Map<string, string>()
  /** address → page; tests put pages here */
  readonly pages = new Map<string, { title: string; text: string }>()
  readonly blobs = new Map<string, Uint8Array>()
  /** every side effect that really happened, with the call that asked for it */
  readonly effects: { callId: string; what: string }[] = []
  /** results by call, kept by the computer itself */
  readonly journal = new Map<string, ToolResult>()
  readonly stopped: string[] = []
  readonly placed: Attachment[] = []
  url: string | undefined
  /** said of the browser instead of its one page */
  tabs: string | undefined
  /** pictures that looking at a page brings */
  images: ToolImage[] = []
  entered = 0
  lost = false
  agentInput = true
  /** awaited by each call, by the name of its tool: tests hold calls here */
  readonly holds = new Map<string, (signal: AbortSignal) => Promise<unknown>>()
  /** awaited while the computer starts */
  starting: ((signal: AbortSignal) => Promise<unknown>) | undefined
  /** called between a side effect and its result */
  afterEffect: ((callId: string) => void) | undefined

  act(callId: string, what: string): void {
    this.effects.push({ callId, what })
  }
}

const absolute = (path: string) => (path.startsWith('/') ? path : `/workspace/${path}`)
const sha256 = (text: string | Uint8Array) => createHash('sha256').update(text).digest('hex')

/** The desk as the agent sees it from one process of the server. */
export function deskSurroundings(desk: Desk): Surroundings<Desk> {
  let world: Desk | undefined
  const there = () => {
    if (desk.lost) throw new WorldLost('The sandbox does not answer.')
    return desk
  }
  return {
    async enter(signal) {
      signal.throwIfAborted()
      await desk.starting?.(signal)
      if (!world) desk.entered++
      desk.lost = false
      world = desk
      return desk
    },
    current: () => world,
    async save(path, text) {
      there().files.set(absolute(path), text)
    },
    async stat(path) {
      const text = there().files.get(absolute(path))
      if (text === undefined) return undefined
      return { path: absolute(path), size: Buffer.byteLength(text), sha256: sha256(text), mime: 'text/plain' }
    },
    async keepFile(path) {
      const text = there().files.get(absolute(path))
      if (text === undefined) return undefined
      const whole = absolute(path)
      const blob = sha256(text).slice(0, 20) as BlobId
      desk.blobs.set(blob, Buffer.from(text))
      const name = whole.split('/').at(-1) ?? whole
      return {
        name,
        path: whole,
        size: Buffer.byteLength(text),
        mime: 'text/plain',
        sha256: sha256(text),
        blob,
      }
    },
    async place(attachments) {
      there().placed.push(...attachments)
    },
    async browserState() {
      const { url, tabs } = there()
      return tabs ?? (url && `1 tab; ${url} "${desk.pages.get(url)?.title ?? ''}"`)
    },
    async pageHasText(text) {
      return (
        there()
          .pages.get(desk.url ?? '')
          ?.text.includes(text) ?? false
      )
    },
    async stopProcesses(runId) {
      desk.stopped.push(runId)
    },
    setAgentInput(allowed) {
      desk.agentInput = allowed
    },
  }
}
