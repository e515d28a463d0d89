import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { defineTool, type Tool, type ToolResult } from '@deskhand/agent'
import { z } from 'zod'

/** A page's text, or a list of elements: what the scripts read numbers and figures from. */
export type Browse = (name: string, args: Record<string, unknown>) => Promise<string>

const ok = (content: string, more: Partial<ToolResult> = {}): ToolResult => ({
  outcome: 'ok',
  content,
  view: { kind: 'text', text: content },
  ...more,
})

/** The tools that scripts use, over a folder that stands for /workspace: real files, real programs. */
export function folderTools(folder: string, browse?: Browse): Tool<object>[] {
  const at = (path: string) => join(folder, path.replace(/^\/workspace\/?/, ''))
  const define = defineTool<object>()
  const browser = (name: string, params: z.ZodObject) =>
    define({
      name,
      description: name,
      params,
      kind: 'browser',
      family: 'browser',
      title: () => name,
      changesWorld: () => name !== 'browser_view',
      async run(args) {
        if (!browse) throw new Error('there is no browser in this test')
        try {
          return ok(await browse(name, args), { limit: 'list' })
        } catch (error) {
          return { ...ok((error as Error).message), outcome: 'failed' }
        }
      },
    })
  const target = z.string()
  return [
    define({
      name: 'shell_exec',
      description: 'shell',
      kind: 'shell',
      family: 'shell',
      title: ({ command }) => command,
      params: z.object({ command: z.string(), dir: z.string().optional() }),
      run: ({ command, dir }) => runCommand(command.replaceAll('/workspace', folder), dir ? at(dir) : folder),
    }),
    define({
      name: 'file_read',
      description: 'read',
      kind: 'pure',
      family: 'file',
      title: ({ path }) => path,
      params: z.object({ path: z.string() }),
      run: async ({ path }) => ok(await readFile(at(path), 'utf8')),
    }),
    define({
      name: 'file_write',
      description: 'write',
      kind: 'atomic',
      family: 'file',
      title: ({ path }) => path,
      params: z.object({ path: z.string(), content: z.string() }),
      async run({ path, content }) {
        await writeFile(at(path), content)
        return ok(`wrote ${path}`)
      },
    }),
    define({
      name: 'file_edit',
      description: 'edit',
      kind: 'atomic',
      family: 'file',
      title: ({ path }) => path,
      params: z.object({ path: z.string(), old: z.string(), new: z.string() }),
      async run(args) {
        const text = await readFile(at(args.path), 'utf8')
        if (text.split(args.old).length !== 2) return { ...ok('old does not match once'), outcome: 'failed' }
        await writeFile(
          at(args.path),
          text.replace(args.old, () => args.new),
        )
        return ok('edited')
      },
    }),
    browser('browser_open', z.object({ url: z.string() })),
    browser('browser_view', z.object({ what: z.string().optional() })),
    browser('browser_click', z.object({ target })),
    browser('browser_fill', z.object({ fields: z.array(z.object({ target, value: z.string() })) })),
  ]
}

function runCommand(command: string, cwd: string): Promise<ToolResult> {
  return new Promise((resolve) => {
    execFile('bash', ['-c', command], { cwd }, (error, stdout, stderr) => {
      const exitCode = error ? Number(error.code) : 0
      resolve(ok(`${stdout}${stderr}` || '(no output)', { exitCode, head: [`exit: ${exitCode}`] }))
    })
  })
}
