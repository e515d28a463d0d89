import { WorldLost } from '../deps.ts'
import type { Core } from '../run/core.ts'
import { Halted, onHalt } from '../run/halted.ts'
import type { ToolKind, ToolResult } from '../tool.ts'

/** ms that a tool of each kind may still take when the person speaks up. */
const GRACE: Record<ToolKind, number> = { pure: 0, atomic: 5_000, browser: 3_000, shell: 2_000 }
/** ms to hand in what there is, once told to end */
const LAST_WORDS: Record<ToolKind, number> = { pure: 0, atomic: 500, browser: 500, shell: 500 }

const reasons: Record<Halted['why'], string> = {
  message: 'the person sent a message',
  stop: 'the person stopped the run',
  pause: 'the person paused the run',
  takeover: 'the person took control',
  finish: 'the person asked for the report',
  close: 'the server stops',
}
export const haltWords = (why: Halted['why']): string => reasons[why]

/**
 * Runs a tool to its end. When the act is halted it is treated by its kind: looking is abandoned, a file is written
 * to its end, the browser gets three seconds, a command two and is then left running. Faults become results here and
 * nowhere else; only a lost sandbox and the server's own stop are thrown.
 */
export async function performTool(
  core: Core<unknown>,
  kind: ToolKind,
  signal: AbortSignal,
  run: (signal: AbortSignal) => Promise<ToolResult>,
): Promise<ToolResult> {
  const { clock } = core.deps
  const own = new AbortController()
  const timer = new AbortController()
  const { halted, stop } = onHalt(signal)
  const running = settled(run(own.signal))
  try {
    const first = await Promise.race([running, halted])
    if (!(first instanceof Halted)) return taken(first)
    const grace = first.why === 'stop' && kind !== 'atomic' ? 0 : GRACE[kind]
    const wait = (ms: number) =>
      ms === 0 ? undefined : Promise.race([running, clock.sleep(ms, timer.signal).catch(() => undefined)])
    const second = first.why === 'close' ? undefined : await wait(grace)
    if (second) return taken(second)
    own.abort(first)
    const third = await wait(LAST_WORDS[kind])
    if (first.why === 'close') throw first
    if (third && 'result' in third) return third.result
    if (third && third.error instanceof WorldLost) throw third.error
    return interrupted(kind, first.why)
  } finally {
    stop()
    timer.abort()
  }
}

type Settled = { result: ToolResult } | { error: unknown }

const settled = (running: Promise<ToolResult>): Promise<Settled> =>
  running.then(
    (result) => ({ result }),
    (error: unknown) => ({ error }),
  )

function taken(end: Settled): ToolResult {
  if ('result' in end) return end.result
  if (end.error instanceof WorldLost) throw end.error
  return failure(end.error)
}

/** What the model reads of a tool that threw. */
function failure(error: unknown): ToolResult {
  const text = error instanceof Error ? error.message : String(error)
  const timedOut = error instanceof Error && error.name === 'TimeoutError'
  const code =
    error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
  return {
    outcome: timedOut ? 'timeout' : 'failed',
    content: `Failed: ${text}`,
    view: { kind: 'text', text },
    ...(code && { errorCode: code }),
  }
}

function interrupted(kind: ToolKind, why: Halted['why']): ToolResult {
  const left =
    kind === 'shell'
      ? ' The command was left running; look at it with shell_continue.'
      : ' Look before you repeat it.'
  const text = `Interrupted: ${reasons[why]}.${kind === 'pure' ? '' : left}`
  return { outcome: 'interrupted', content: text, view: { kind: 'text', text } }
}
