import type { ToolResult } from '@deskhand/agent'
import { FileWriteResult } from '@deskhand/protocol/sandbox'
import { z } from 'zod'
import { fileFailure } from './file-failure.ts'
import { tool } from './tool.ts'

export const fileWrite = tool({
  name: 'file_write',
  description:
    'Write a text file (folders are made; an existing file is replaced, or added to with append). ' +
    'Write long files in parts. Paths: absolute or relative to /workspace.',
  params: z.object({ path: z.string().min(1), content: z.string(), append: z.boolean().default(false) }),
  kind: 'atomic',
  family: 'file',
  title: ({ path, append }) => (append ? `Adding to ${path}` : `Writing ${path}`),
  async run({ path, content, append }, { callId, signal, world }) {
    try {
      const written = await world.sandbox.files.write({ callId, path, content, append }, { signal })
      return told(written, content, append)
    } catch (error) {
      return fileFailure(error, path, 'write')
    }
  },
  async recover({ content, append }, { callId, signal, world }) {
    const record = await world.sandbox.call(callId, { signal })
    return record?.state === 'done' ? told(FileWriteResult.parse(record.result), content, append) : undefined
  },
})

function told(written: FileWriteResult, content: string, append: boolean): ToolResult {
  const verb = written.created ? 'Created' : append ? 'Added to' : 'Replaced'
  return {
    outcome: 'ok',
    content: `${verb} ${written.path}: ${written.size} bytes, ${written.lines} lines, ${written.encoding}.`,
    view: {
      kind: 'file',
      path: written.path,
      op: append ? 'append' : 'write',
      text: content.slice(0, 30_000),
    },
  }
}
