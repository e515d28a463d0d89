import type { ToolContext, ToolResult } from '@deskhand/agent'
import type { ViewOf } from '@deskhand/protocol'
import type { ShellResult } from '@deskhand/protocol/sandbox'
import type { World } from './world.ts'

// A view is at most 64 KiB; a live one is kept well below, since it is sent again at each change.
const LIVE_VIEW_CHARS = 8_000
const VIEW_CHARS = 30_000

/** Shows what a command writes while it runs, at most every 100 ms: the page needs no more, the wire less. */
export function liveOutput(context: ToolContext<World>, shell: string, command?: string) {
  let text = ''
  let bytes = 0
  let shownAt = 0
  return (chunk: string) => {
    bytes += Buffer.byteLength(chunk)
    text = (text + chunk).slice(-LIVE_VIEW_CHARS)
    const now = context.now()
    if (now - shownAt < 100) return
    shownAt = now
    context.show({ kind: 'shell', shell, command, output: text, state: 'running', bytes })
  }
}

/** A shell's answer as the model reads it and as the person sees it. */
export function shellToolResult(result: ShellResult, command?: string): ToolResult {
  if (result.state === 'busy') return busy(result, command)
  if (result.state === 'no_such_shell') {
    return {
      outcome: 'failed',
      content: `There is no shell named ${result.shell}. Start one with shell_exec.`,
      errorCode: 'NO_SUCH_SHELL',
      view: view(result, 'done', command),
    }
  }
  const head = [`shell: ${result.shell}`, `cwd: ${result.cwd}`]
  if (result.state === 'done') head.push(`exit: ${result.exitCode ?? 'unknown'}`)
  else head.push(`state: ${stateWords(result)}`)
  if (result.omittedBytes > 0) {
    head.push(
      `omitted: ${result.omittedBytes} of ${result.bytes} bytes, whole output in ${result.path ?? 'the log'}`,
    )
  }
  if (result.note) head.push(`note: ${result.note}`)
  return {
    outcome: 'ok',
    head,
    content: result.output === '' ? '(no output)' : result.output,
    fullPath: result.path,
    exitCode: result.exitCode,
    view: view(result, result.state, command),
  }
}

const stateWords = (result: ShellResult) =>
  result.state === 'waiting_for_input'
    ? `waiting for input: ${result.prompt ?? '(no prompt shown)'}; answer with shell_continue`
    : 'still running; look again with shell_continue'

function busy(result: ShellResult, command?: string): ToolResult {
  const free = result.freeShell
    ? ` Use shell "${result.freeShell}", which is free`
    : ' Use another shell name'
  return {
    outcome: 'failed',
    errorCode: 'SHELL_BUSY',
    content: `Shell ${result.shell} is busy with: ${result.busyWith ?? 'a command'}.${free}, or wait with shell_continue.`,
    view: view(result, 'running', command),
  }
}

function view(result: ShellResult, state: ViewOf<'shell'>['state'], command?: string): ViewOf<'shell'> {
  return {
    kind: 'shell',
    shell: result.shell,
    command,
    output: result.output.slice(-VIEW_CHARS),
    exitCode: result.exitCode,
    state,
    bytes: result.bytes,
  }
}
