import type { ToolContext, ToolResult } from '@deskhand/agent'
import type { FileReadResult } from '@deskhand/protocol/sandbox'
import { z } from 'zod'
import { fileFailure } from './file-failure.ts'
import { tool } from './tool.ts'
import type { World } from './world.ts'

// Larger pictures are refused by many models and gain nothing at their resolution.
const PICTURE_BYTES = 5_000_000
const VIEW_CHARS = 30_000

export const fileRead = tool({
  name: 'file_read',
  description:
    'Read a file: text (with its encoding), a picture as a picture, a PDF as text, a folder as a listing. ' +
    'Lines count from 1; ask for a range of a long file. Paths: absolute or relative to /workspace.',
  params: z.object({
    path: z.string().min(1),
    start_line: z.number().int().min(1).optional(),
    end_line: z.number().int().min(1).optional(),
  }),
  kind: 'pure',
  family: 'file',
  title: ({ path }) => `Reading ${path}`,
  async run({ path, start_line, end_line }, context) {
    try {
      const read = await context.world.sandbox.files.read(
        { path, startLine: start_line, endLine: end_line },
        { signal: context.signal },
      )
      return await described(read, start_line !== undefined || end_line !== undefined, context)
    } catch (error) {
      return fileFailure(error, path, 'read')
    }
  },
})

async function described(
  read: FileReadResult,
  ranged: boolean,
  context: ToolContext<World>,
): Promise<ToolResult> {
  const { path } = read
  switch (read.kind) {
    case 'text': {
      const range = `lines ${read.startLine}-${read.endLine} of ${read.totalLines}`
      return {
        outcome: 'ok',
        head: [`file: ${path} (${read.size} bytes, ${read.encoding}, ${range}${read.cut ? ', cut' : ''})`],
        content: read.text === '' ? '(empty)' : read.text,
        limit: ranged ? 'list' : 'result',
        // The file itself is the whole: no second copy of it is kept.
        fullPath: path,
        view: { kind: 'file', path, op: 'read', text: read.text.slice(0, VIEW_CHARS) },
      }
    }
    case 'pdf':
      return {
        outcome: 'ok',
        head: [`file: ${path} (PDF, ${read.pages} pages, ${read.size} bytes)`],
        content: read.text.trim() === '' ? '(the PDF holds no text; it may be scanned pictures)' : read.text,
        limit: 'page',
        view: { kind: 'file', path, op: 'read', text: read.text.slice(0, VIEW_CHARS) },
      }
    case 'image':
      return picture(read, context)
    case 'binary':
      return {
        outcome: 'ok',
        head: [`file: ${path} (${read.mime}, ${read.size} bytes)`],
        content: `A binary file (${read.mime}, ${read.size} bytes). Use shell_exec with a program that understands it.`,
        view: { kind: 'file', path, op: 'read', text: `${read.mime}, ${read.size} bytes` },
      }
    case 'dir': {
      const lines = read.entries.map(
        (entry) => `${entry.type === 'dir' ? `${entry.name}/` : entry.name}\t${entry.size}`,
      )
      const more = read.total > read.entries.length ? `\n… ${read.total - read.entries.length} more` : ''
      const text = lines.length === 0 ? '(empty folder)' : lines.join('\n') + more
      return {
        outcome: 'ok',
        head: [`folder: ${path} (${read.total} entries; name, bytes)`],
        content: text,
        limit: 'list',
        view: { kind: 'file', path, op: 'list', text: text.slice(0, VIEW_CHARS) },
      }
    }
  }
}

async function picture(
  read: Extract<FileReadResult, { kind: 'image' }>,
  context: ToolContext<World>,
): Promise<ToolResult> {
  const head = [
    `file: ${read.path} (${read.mime}, ${read.width ?? '?'}x${read.height ?? '?'}, ${read.size} bytes)`,
  ]
  if (read.size > PICTURE_BYTES) {
    return {
      outcome: 'ok',
      head,
      content:
        'The picture is too large to look at; make a smaller copy (for example with python3 and Pillow) and read that.',
      view: { kind: 'file', path: read.path, op: 'read', text: `${read.mime}, ${read.size} bytes` },
    }
  }
  const { stream } = await context.world.sandbox.files.download(read.path, { signal: context.signal })
  const chunks: Buffer[] = []
  for await (const chunk of stream) chunks.push(Buffer.from(chunk as Uint8Array))
  const bytes = Buffer.concat(chunks)
  return {
    outcome: 'ok',
    head,
    content: 'The picture follows.',
    images: [
      {
        mime: read.mime,
        data: bytes.toString('base64'),
        width: read.width ?? 0,
        height: read.height ?? 0,
        path: read.path,
      },
    ],
    view: { kind: 'image', blob: await context.keep(bytes, read.mime) },
  }
}
