import { ShellResult } from '@deskhand/protocol/sandbox'
import { z } from 'zod'
import { liveOutput, shellToolResult } from './shell-outcome.ts'
import { tool } from './tool.ts'

export const shellContinue = tool({
  name: 'shell_continue',
  description:
    'Look again at a shell that still runs: new output since the last look. Can type input (Enter is added unless ' +
    'enter is false) or send a signal to the command. Returns earlier when the command ends or asks for something.',
  params: z.object({
    shell: z.string().max(40).default('main'),
    wait_seconds: z.number().min(0).max(300).default(15),
    input: z.string().optional(),
    enter: z.boolean().default(true),
    signal: z.enum(['INT', 'TERM', 'KILL']).optional(),
  }),
  kind: 'shell',
  family: 'shell',
  changesWorld: ({ input, signal }) => input !== undefined || signal !== undefined,
  title: ({ shell, input, signal }) =>
    signal
      ? `Sending ${signal} to ${shell}`
      : input !== undefined
        ? `Typing into ${shell}`
        : `Waiting for ${shell}`,
  async run({ shell, wait_seconds, input, enter, signal: kill }, context) {
    const { callId, runId, signal, world } = context
    const result = await world.sandbox.shell.continue(
      { callId, runId, shell, waitSeconds: wait_seconds, input, enter, signal: kill },
      { signal, onOutput: liveOutput(context, shell) },
    )
    return shellToolResult(result)
  },
  async recover(_args, { callId, signal, world }) {
    const record = await world.sandbox.call(callId, { signal })
    return record?.state === 'done' ? shellToolResult(ShellResult.parse(record.result)) : undefined
  },
})
