import type { BlobId, CallId, Risk, RunId, StepId, ToolOutcome, View } from '@deskhand/protocol'
import type { z } from 'zod'

/** What a tool may do and how an interrupt treats it. */
export type ToolKind =
  /** looks only: may be abandoned, may be run again after a crash */
  | 'pure'
  /** a file written whole: waited for (milliseconds) */
  | 'atomic'
  /** acts in the browser: given 3 s, never repeated unasked */
  | 'browser'
  /** a shell command: after 2 s left running, never killed by an interrupt */
  | 'shell'

/**
 * One tool of the executor. `World` is handed on unread: what tools need of the sandbox and the browser.
 * Arguments are read leniently where the meaning is plain (readArgs), then checked by `params`.
 */
export interface Tool<World, Params extends z.ZodObject = z.ZodObject> {
  name: string
  /** at most 1,000 characters */
  description: string
  params: Params
  kind: ToolKind
  /** what the person reads while it runs: "Reading notes.md" */
  title(args: z.infer<Params>): string
  /** calls that succeed or fail for the same reason share one: shell, file, browser, search */
  family: string
  /** this call changes something outside the conversation (default: every kind but pure) */
  changesWorld?(args: z.infer<Params>): boolean
  /** decides, without a model, whether this call needs the person's yes */
  risk?(args: z.infer<Params>, context: ToolContext<World>): Promise<RiskFinding | undefined>
  run(args: z.infer<Params>, context: ToolContext<World>): Promise<ToolResult>
  /** After a crash of the server: the outcome of a call begun before it, or undefined when it never began. */
  recover?(args: z.infer<Params>, context: ToolContext<World>): Promise<ToolResult | undefined>
}

export interface ToolContext<World> {
  world: World
  callId: CallId
  stepId?: StepId
  runId: RunId
  signal: AbortSignal
  /** ms since 1970 */
  now(): number
  /** live view while the call runs */
  show(view: View): void
  /** keeps bytes on the server and names them for views */
  keep(bytes: Uint8Array, mime: string): Promise<BlobId>
  /** the person's own words in this session, newest last: secrets that they gave, hosts that they named */
  personSaid: readonly string[]
}

export interface RiskFinding {
  risk: Risk
  /** page it acts on */
  url?: string
  /** what the number points at */
  element?: string
}

export interface ToolResult {
  outcome: ToolOutcome
  /** more lines for the head of the result, below `status:`; each "key: value" */
  head?: string[]
  /** the whole of what the model may read; the harness cuts it and keeps the whole in the workspace */
  content: string
  /** inline limit in characters; default 4,000 */
  limit?: 'result' | 'page' | 'list'
  /** the whole is already in this workspace file */
  fullPath?: string
  images?: ToolImage[]
  view: View
  /** later calls of the same reply no longer mean what they meant: they end as skipped */
  pageChanged?: boolean
  /** a finer word for loop detection: the same failure twice is the same class */
  errorCode?: string
  /** identity of the page after a browser action, for loop detection */
  pageMark?: string
  exitCode?: number
}
export interface ToolImage {
  mime: string
  /** base64 */
  data: string
  width: number
  height: number
  path?: string
}

/** Keeps the parameter type of a tool's functions while the list holds them all. */
export const defineTool =
  <World>() =>
  <Params extends z.ZodObject>(tool: Tool<World, Params>): Tool<World> =>
    tool as unknown as Tool<World>
