import type { ToolResult } from '@deskhand/agent'
import { ShellResult } from '@deskhand/protocol/sandbox'
import { z } from 'zod'
import { liveOutput, shellToolResult } from './shell-outcome.ts'
import { tool } from './tool.ts'

export const shellExec = tool({
  name: 'shell_exec',
  description:
    'Run a bash command. Shells persist by name: cd, variables and virtual environments stay. ' +
    'Answers with output and exit code, or "still running" after wait_seconds (that is no failure: use shell_continue). ' +
    'background runs it in a shell of its own, whose name is returned: for servers and long jobs.',
  params: z.object({
    command: z.string().min(1),
    shell: z.string().max(40).default('main'),
    dir: z.string().optional().describe('change to this folder first; stays'),
    wait_seconds: z.number().min(0).max(300).default(30),
    background: z.boolean().default(false),
  }),
  kind: 'shell',
  family: 'shell',
  title: ({ command }) => `Running ${firstLine(command)}`,
  async run({ command, shell, dir, wait_seconds, background }, context) {
    const { callId, runId, signal, world } = context
    const result = await world.sandbox.shell.exec(
      { callId, runId, command, shell, dir, waitSeconds: wait_seconds, background },
      { signal, onOutput: liveOutput(context, shell, command) },
    )
    return shellToolResult(result, command)
  },
  async recover({ command, shell, wait_seconds, background }, context) {
    const { callId, runId, signal, world } = context
    const record = await world.sandbox.call(callId, { signal })
    if (!record) return undefined
    if (record.state === 'done') return shellToolResult(ShellResult.parse(record.result), command)
    if (record.state === 'lost') return lost(shell, command)
    // Still at work: waited for anew, as if nothing had been in between. A background shell has a name of its own.
    if (background) return goesOn(shell, command)
    const again = { callId: `${callId}.again`, runId, shell, waitSeconds: wait_seconds }
    const onOutput = liveOutput(context, shell, command)
    return shellToolResult(await world.sandbox.shell.continue(again, { signal, onOutput }), command)
  },
})

const firstLine = (text: string) => {
  const line = text.trim().split('\n', 1)[0] ?? ''
  return line.length > 80 ? `${line.slice(0, 79)}…` : line
}

const goesOn = (shell: string, command: string): ToolResult => ({
  outcome: 'ok',
  head: ['state: still running; look again with shell_continue'],
  content: 'The command goes on; the server was restarted meanwhile.',
  view: { kind: 'shell', shell, command, output: '', state: 'running', bytes: 0 },
})

const lost = (shell: string, command: string): ToolResult => ({
  outcome: 'unknown',
  content:
    'The sandbox was restarted while this ran; how far it came is not known. Look before doing it again.',
  errorCode: 'CALL_LOST',
  view: { kind: 'shell', shell, command, output: '', state: 'done', bytes: 0 },
})
