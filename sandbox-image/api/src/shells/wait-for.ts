import type { Command, Shell } from './shell.ts'
import { waitsForInput } from './waiting.ts'

export type Outcome =
  | { state: 'done' }
  | { state: 'running' }
  | { state: 'waiting_for_input'; prompt?: string }

const LOOK_MS = 100
/** A program that was just given input or has just written something is not yet waiting for more. */
const QUIET_MS = 150
/** The kernel says "reads its terminal" before the bytes of the question, or of the end, have come through. */
const SURE_MS = 60
const SURE_WITHOUT_QUESTION_MS = 350

/** Until the command ends, waits for someone to type, or `seconds` are over. */
export async function waitFor(shell: Shell, command: Command, seconds: number): Promise<Outcome> {
  const until = Date.now() + seconds * 1000
  let seen: { prompt?: string; at: number } | undefined
  for (;;) {
    if (command.exitCode !== undefined) return { state: 'done' }
    const now = Date.now()
    const asks = askedBy(shell, command)
    if (!asks) seen = undefined
    else if (!seen || seen.prompt !== asks.prompt) seen = { prompt: asks.prompt, at: now }
    const sureAfter = asks?.prompt === undefined ? SURE_WITHOUT_QUESTION_MS : SURE_MS
    if (seen && now - seen.at >= sureAfter) return { state: 'waiting_for_input', prompt: seen.prompt }
    if (now >= until) return { state: 'running' }
    await endedWithin(command, Math.min(seen ? SURE_MS : LOOK_MS, until - now))
  }
}

/** The question that the command at work waits at, if it does. */
export function askedBy(shell: Shell, command: Command): { prompt?: string } | undefined {
  // Before its beginning a bash that reads its terminal is one that has not yet read the command.
  if (shell.pid === undefined || !shell.begun || Date.now() - command.lastActivityAt < QUIET_MS)
    return undefined
  return waitsForInput(shell.pid, command.output.lastLine())
}

function endedWithin(command: Command, ms: number): Promise<void> {
  return new Promise((done) => {
    const timer = setTimeout(done, ms)
    void command.ended.then(() => {
      clearTimeout(timer)
      done()
    })
  })
}
