import type { ToolResult } from '@deskhand/agent'
import { FileEditResult } from '@deskhand/protocol/sandbox'
import { z } from 'zod'
import { fileFailure } from './file-failure.ts'
import { tool } from './tool.ts'

export const fileEdit = tool({
  name: 'file_edit',
  description:
    'Replace text in a file. `old` must stand in it exactly once (all: every place); encoding and line ends are kept.',
  params: z.object({
    path: z.string().min(1),
    old: z.string().min(1),
    new: z.string(),
    all: z.boolean().default(false),
  }),
  kind: 'atomic',
  family: 'file',
  title: ({ path }) => `Editing ${path}`,
  async run(args, { callId, signal, world }) {
    try {
      return told(await world.sandbox.files.edit({ callId, ...args }, { signal }))
    } catch (error) {
      return fileFailure(error, args.path, 'edit')
    }
  },
  async recover(_args, { callId, signal, world }) {
    const record = await world.sandbox.call(callId, { signal })
    return record?.state === 'done' ? told(FileEditResult.parse(record.result)) : undefined
  },
})

function told(edited: FileEditResult): ToolResult {
  return {
    outcome: 'ok',
    content: `Edited ${edited.path}: ${edited.replaced} ${edited.replaced === 1 ? 'place' : 'places'}.\n${edited.diff}`,
    view: { kind: 'file', path: edited.path, op: 'edit', diff: edited.diff },
  }
}
