import { z } from 'zod'
import { WorldLost } from '../deps.ts'
import { defineTool, type Tool, type ToolContext, type ToolKind, type ToolResult } from '../tool.ts'
import type { Desk } from './desk.ts'

const tool = defineTool<Desk>()
const text = (
  outcome: ToolResult['outcome'],
  content: string,
  more: Partial<ToolResult> = {},
): ToolResult => ({
  outcome,
  content,
  view: { kind: 'text', text: content },
  ...more,
})

/** Waits where a test holds calls of this tool, and ends as a real tool would when it is told to. */
async function hold(name: string, { world, signal }: ToolContext<Desk>): Promise<void> {
  if (world.lost) throw new WorldLost('The sandbox does not answer.')
  await world.holds.get(name)?.(signal)
}

/** A side effect, its record in the computer's own journal, and only then the answer. */
function effect({ world, callId }: ToolContext<Desk>, what: string, result: ToolResult): ToolResult {
  world.act(callId, what)
  world.journal.set(callId, result)
  world.afterEffect?.(callId)
  return result
}
const recover = async (_args: unknown, { world, callId }: ToolContext<Desk>) => world.journal.get(callId)

const page = ({ world }: ToolContext<Desk>) => {
  const url = world.url ?? 'about:blank'
  const { title = '', text: body = '' } = world.pages.get(url) ?? {}
  return { url, title, body }
}
const pageResult = (context: ToolContext<Desk>, limit?: ToolResult['limit']): ToolResult => {
  const { url, title, body } = page(context)
  return {
    outcome: 'ok',
    head: [`page: ${url} "${title}"`],
    content: body,
    view: { kind: 'browser', url, title },
    pageMark: `${url} ${body}`,
    ...(limit && { limit }),
  }
}

/** The desk's tools: the names of the real ones, and as much of each as tests need. */
export const deskTools: Tool<Desk>[] = [
  tool({
    name: 'shell_exec',
    description: 'Run a command.',
    params: z.object({ command: z.string(), wait_seconds: z.number().optional() }),
    kind: 'shell',
    family: 'shell',
    title: ({ command }) => `Running ${command}`,
    async run({ command }, context) {
      await hold('shell_exec', context)
      const exit = /^exit (\d+)/.exec(command)?.[1]
      const output = /^print (\d+)/.exec(command)?.[1]
      const body = output
        ? 'line of output\n'.repeat(Math.ceil(Number(output) / 15)).slice(0, Number(output))
        : `ran ${command}`
      const view = {
        kind: 'shell' as const,
        shell: 'main',
        command,
        output: body.slice(0, 1000),
        state: 'done' as const,
        bytes: body.length,
      }
      const result = text('ok', body, { view, exitCode: Number(exit ?? 0), head: [`exit: ${exit ?? 0}`] })
      return effect(context, `shell ${command}`, result)
    },
    recover,
  }),
  tool({
    name: 'shell_continue',
    description: 'Look after a command.',
    params: z.object({ shell: z.string().default('main') }),
    kind: 'pure',
    family: 'shell',
    title: () => 'Waiting',
    async run(_args, context) {
      await hold('shell_continue', context)
      return text('ok', 'still running', {
        view: { kind: 'shell', shell: 'main', output: '', state: 'running', bytes: 0 },
      })
    },
  }),
  tool({
    name: 'file_read',
    description: 'Read a file.',
    params: z.object({ path: z.string(), start_line: z.number().optional() }),
    kind: 'pure',
    family: 'file',
    title: ({ path }) => `Reading ${path}`,
    async run({ path }, context) {
      await hold('file_read', context)
      const body = context.world.files.get(path.startsWith('/') ? path : `/workspace/${path}`)
      if (body === undefined) return text('failed', `There is no file ${path}.`, { errorCode: 'NOT_FOUND' })
      return text('ok', body, { limit: 'list' })
    },
  }),
  tool({
    name: 'file_write',
    description: 'Write a file.',
    params: z.object({ path: z.string(), content: z.string(), append: z.boolean().optional() }),
    kind: 'atomic',
    family: 'file',
    title: ({ path }) => `Writing ${path}`,
    async run({ path, content, append }, context) {
      await hold('file_write', context)
      const whole = path.startsWith('/') ? path : `/workspace/${path}`
      const before = append ? (context.world.files.get(whole) ?? '') : ''
      context.world.files.set(whole, before + content)
      return effect(
        context,
        `write ${whole}`,
        text('ok', `Wrote ${whole}.`, { view: { kind: 'file', path: whole, op: 'write' } }),
      )
    },
    recover,
  }),
  browserTool('browser_open', z.object({ url: z.string() }), async ({ url }, context) => {
    const { world } = context
    if (!world.pages.has(url))
      return text('timeout', `${url} did not answer.`, { errorCode: 'NAVIGATION_TIMEOUT' })
    world.url = url
    world.act(context.callId, `open ${url}`)
    world.afterEffect?.(context.callId)
    return { ...pageResult(context, 'page'), pageChanged: true }
  }),
  browserTool(
    'browser_view',
    z.object({ what: z.string().optional() }),
    async (_args, context) => ({
      ...pageResult(context, 'page'),
      images: context.world.images,
    }),
    'pure',
  ),
  browserTool('browser_click', z.object({ target: z.string() }), async ({ target }, context) => {
    context.world.act(context.callId, `click ${target}`)
    context.world.afterEffect?.(context.callId)
    return { ...pageResult(context), pageChanged: target.startsWith('go ') }
  }),
  tool({
    name: 'web_search',
    description: 'Search.',
    params: z.object({ query: z.string(), count: z.number().optional() }),
    kind: 'pure',
    family: 'search',
    title: ({ query }) => `Searching ${query}`,
    async run({ query }, context) {
      await hold('web_search', context)
      return text('ok', `results for ${query.split(' ').sort().join(' ')}`)
    },
  }),
]

function browserTool<P extends z.ZodObject>(
  name: string,
  params: P,
  run: (args: z.infer<P>, context: ToolContext<Desk>) => Promise<ToolResult>,
  kind: ToolKind = 'browser',
): Tool<Desk> {
  return tool({
    name,
    description: `${name} of the desk.`,
    params,
    kind,
    family: 'browser',
    title: () => name,
    async run(args, context) {
      await hold(name, context)
      return run(args, context)
    },
    async risk(args, { world }) {
      const target = (args as { target?: string }).target ?? ''
      if (kind !== 'browser' || !/\b(buy|pay)\b/i.test(target)) return undefined
      return { risk: 'activate', url: world.url ?? 'about:blank', element: target }
    },
  })
}
