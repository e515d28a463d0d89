import { z } from 'zod'

/** How the server marks a call, so that its outcome can be asked for after a restart, and a run's processes ended. */
const Marks = { callId: z.string(), runId: z.string().optional() }

/** POST /shell/exec → newline-delimited ShellChunk, the last one the result. */
export const ShellExec = z.object({
  ...Marks,
  command: z.string(),
  shell: z.string().default('main'),
  /** a cd that stays */
  dir: z.string().optional(),
  /** soft: after it the answer is `running`, never an error */
  waitSeconds: z.number().min(0).max(300).default(30),
  /** in a shell name of its own, answered in `shell` */
  background: z.boolean().default(false),
  /** more characters than these are cut in `output`, head and tail kept; the whole is in `path` */
  maxChars: z.number().default(4000),
})
export type ShellExec = z.input<typeof ShellExec>

/** POST /shell/continue → as exec: what is new since the last look. */
export const ShellContinue = z.object({
  ...Marks,
  shell: z.string().default('main'),
  waitSeconds: z.number().min(0).max(300).default(15),
  input: z.string().optional(),
  enter: z.boolean().default(true),
  signal: z.enum(['INT', 'TERM', 'KILL']).optional(),
  maxChars: z.number().default(4000),
})
export type ShellContinue = z.input<typeof ShellContinue>

export const ShellResult = z.object({
  shell: z.string(),
  state: z.enum(['done', 'running', 'waiting_for_input', 'busy', 'no_such_shell']),
  exitCode: z.number().optional(),
  /** plain text (no escape sequences); cut in the middle on line ends when longer than asked */
  output: z.string(),
  /** bytes the command wrote since it began (exec) or since the last look (continue) */
  bytes: z.number(),
  omittedBytes: z.number(),
  /** file with the whole output of the command; only when something was omitted */
  path: z.string().optional(),
  /** the last line, when it looks like a question: "Password:" */
  prompt: z.string().optional(),
  cwd: z.string(),
  /** when busy: the command at work, and a shell name that is free */
  busyWith: z.string().optional(),
  freeShell: z.string().optional(),
  /** a line a person should read: disk full, shell restarted */
  note: z.string().optional(),
})
export type ShellResult = z.infer<typeof ShellResult>

export const ShellChunk = z.discriminatedUnion('type', [
  z.object({ type: z.literal('output'), text: z.string() }),
  z.object({ type: z.literal('result'), result: ShellResult }),
])
export type ShellChunk = z.infer<typeof ShellChunk>

/** GET /shells */
export const ShellInfo = z.object({
  name: z.string(),
  state: z.enum(['idle', 'running', 'waiting_for_input', 'ended']),
  command: z.string().optional(),
  cwd: z.string(),
  runId: z.string().optional(),
  /** ms since 1970 of the last byte written */
  lastOutputAt: z.number().optional(),
  background: z.boolean(),
})
export type ShellInfo = z.infer<typeof ShellInfo>

/** POST /processes/stop: INT, then TERM, then KILL for what this run started, background too. Answers when they have ended. */
export const StopProcesses = z.object({ runId: z.string().optional(), shell: z.string().optional() })
export type StopProcesses = z.infer<typeof StopProcesses>
export const StoppedProcesses = z.object({ ended: z.number(), left: z.number() })
export type StoppedProcesses = z.infer<typeof StoppedProcesses>

/**
 * GET /calls/:callId — what became of a call, also after a restart of server or gateway. 404: never begun. `lost`: it
 * was running when the gateway ended, so its effect is unknown.
 */
export const CallRecord = z.object({
  callId: z.string(),
  state: z.enum(['running', 'done', 'lost']),
  kind: z.enum(['shell', 'file']),
  result: z.unknown().optional(),
})
export type CallRecord = z.infer<typeof CallRecord>

/** POST /shells/:name/size, in characters */
export const TerminalSize = z.object({
  columns: z.number().int().min(2).max(500),
  rows: z.number().int().min(2).max(300),
})
export type TerminalSize = z.infer<typeof TerminalSize>
