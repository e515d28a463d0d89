import type { BlobId } from '@deskhand/protocol'
import type { Core } from '../run/core.ts'
import type { CallState } from '../state/session-state.ts'
import type { Tool, ToolContext, ToolResult } from '../tool.ts'
import { approval, changes } from './approval.ts'
import { resultEntry, startEntry } from './call-entries.ts'
import { performTool } from './perform-tool.ts'
import { readArgs } from './read-args.ts'
import { readArguments } from './repair-arguments.ts'
import { settleResult } from './settle-result.ts'

/** One call of the executor, from its arguments to its result in the log. */
export async function runCall<World>(core: Core<World>, call: CallState, signal: AbortSignal): Promise<void> {
  const plain = core as unknown as Core<unknown>
  const listed = core.tools.get(call.name)
  if (!listed)
    return refuse(plain, call, `There is no tool "${call.name}". Tools: ${core.tools.names.join(', ')}.`)
  const read = readArguments(call.arguments)
  if (call.cutOff || (!read.ok && read.why === 'truncated'))
    return refuse(plain, call, truncatedWords(plain, call))
  if (call.unfit)
    return refuse(plain, call, `The arguments are malformed JSON: ${call.unfit}. Nothing was run.`)
  if (!read.ok) {
    const where = read.position === undefined ? '' : ` (fault at character ${read.position})`
    return refuse(
      plain,
      call,
      `The arguments are malformed JSON${where}; nothing was run. Send them again as one JSON object.`,
    )
  }
  const checked = readArgs((listed.work ?? listed.control).params, read.value)
  if (!checked.ok) return refuse(plain, call, checked.text, read.value)
  if (listed.work) return runWork(core, { call, tool: listed.work, ...checked }, signal)
  const step = call.stepId && core.state.steps.get(call.stepId)
  if (step) await listed.control.run(plain, { call, step, args: checked.args, lines: checked.lines })
}

interface Work<World> {
  call: CallState
  tool: Tool<World>
  args: Record<string, unknown>
  lines: string[]
}

async function runWork<World>(core: Core<World>, work: Work<World>, signal: AbortSignal): Promise<void> {
  const { call, tool, args } = work
  const plain = core as unknown as Core<unknown>
  const { surroundings } = core.deps
  const world = surroundings.current() ?? (await surroundings.enter(signal))
  signal.throwIfAborted()
  const verdict = await approval(core, tool, call, args, contextOf(core, call, world, signal))
  signal.throwIfAborted()
  if (verdict === 'asked') return
  const title = tool.title(args as never)
  if (typeof verdict === 'object') return deny(plain, call, args, title, verdict.denied)
  // A call that was begun before a crash has its start in the log already.
  const begun = call.started !== undefined
  if (!begun) core.journal.commit([startEntry(call, args, title)])
  const result = await performTool(plain, tool.kind, signal, async (own) => {
    const context = contextOf(core, call, world, own)
    return begun ? recover(tool, args, context) : tool.run(args as never, context)
  }).finally(() => core.streams.hide(call.id))
  await settleResult(plain, { ...work, tool: tool as unknown as Tool<unknown>, result }, signal)
}

/** After a crash: what the sandbox knows of the call; else run again what does no harm twice, and only that. */
async function recover<World>(
  tool: Tool<World>,
  args: Record<string, unknown>,
  context: ToolContext<World>,
): Promise<ToolResult> {
  if (tool.recover) {
    return (await tool.recover(args as never, context)) ?? tool.run(args as never, context)
  }
  if (tool.kind === 'pure') return tool.run(args as never, context)
  const text =
    'The server was restarted while this ran; nobody knows whether it took effect. Check before you repeat it.'
  // What came after it in the same reply was meant for a page that nobody has looked at.
  return { outcome: 'unknown', content: text, view: { kind: 'text', text }, pageChanged: true }
}

function contextOf<World>(
  core: Core<World>,
  call: CallState,
  world: World,
  signal: AbortSignal,
): ToolContext<World> {
  return {
    world,
    callId: call.id,
    ...(call.stepId && { stepId: call.stepId }),
    runId: core.state.run!.id,
    signal,
    now: () => core.deps.clock.now(),
    show: (view) => core.streams.show(call.id, view),
    keep: (bytes, mime): Promise<BlobId> => core.deps.keep(bytes, mime),
    personSaid: core.state.personSaid,
  }
}

function refuse(core: Core<unknown>, call: CallState, why: string, args: Record<string, unknown> = {}): void {
  core.journal.commit([
    ...(call.started === undefined ? [startEntry(call, args, call.name)] : []),
    resultEntry(
      core,
      call,
      { outcome: 'failed', content: why, view: { kind: 'text', text: why } },
      { badArguments: true },
    ),
  ])
}

function deny(
  core: Core<unknown>,
  call: CallState,
  args: Record<string, unknown>,
  title: string,
  words: string,
): void {
  const text = words ? `The person said no: ${words}` : 'The person said no.'
  const tool = core.tools.get(call.name)?.work
  core.journal.commit([
    startEntry(call, args, title),
    resultEntry(
      core,
      call,
      { outcome: 'skipped', content: text, view: { kind: 'text', text } },
      { changesWorld: tool ? changes(tool, args) : false },
    ),
  ])
}

function truncatedWords(core: Core<unknown>, call: CallState): string {
  const thread = core.state.threads.get(call.thread)
  const reply = thread?.items.flatMap((item) =>
    item.kind === 'reply' && item.requestId === call.requestId ? [item.reply] : [],
  )[0]
  const tokens = reply?.usage.outputTokens
  return `Your output was truncated${tokens ? ` at ${tokens} tokens` : ''}, in the middle of the arguments; nothing was run. Send less at once: write long files in parts, with append.`
}
