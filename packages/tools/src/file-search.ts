import { z } from 'zod'
import { fileFailure } from './file-failure.ts'
import { tool } from './tool.ts'

export const fileSearch = tool({
  name: 'file_search',
  description:
    'Find files. kind content: a regular expression in their text, with line numbers. kind name: a glob such as **/*.csv.',
  params: z.object({
    pattern: z.string().min(1),
    path: z.string().default('/workspace'),
    kind: z.enum(['content', 'name']).default('content'),
  }),
  kind: 'pure',
  family: 'file',
  title: ({ pattern, path }) => `Searching ${path} for ${pattern}`,
  async run({ pattern, path, kind }, { signal, world }) {
    try {
      const found = await world.sandbox.files.search({ pattern, path, kind }, { signal })
      const lines = found.hits.map((hit) =>
        hit.line ? `${hit.path}:${hit.line}: ${hit.text ?? ''}` : hit.path,
      )
      return {
        outcome: 'ok',
        head: [
          `hits: ${found.hits.length}${found.cut ? ' (more were there: narrow the pattern or the path)' : ''}`,
        ],
        content: lines.length === 0 ? 'Nothing found.' : lines.join('\n'),
        view: { kind: 'file', path, op: 'search', hits: found.hits.slice(0, 200) },
      }
    } catch (error) {
      return fileFailure(error, path, 'search')
    }
  },
})
