import { openPlan } from '../context/ledger.ts'
import { asData, cutBody } from '../context/result-text.ts'
import type { CallResult, StoredImage } from '../journal/private-entries.ts'
import { WARN_AT } from '../run/budget.ts'
import type { Core } from '../run/core.ts'
import { words } from '../run/words.ts'
import type { CallState, StepState } from '../state/session-state.ts'
import type { Tool, ToolResult } from '../tool.ts'
import { changes } from './approval.ts'
import { fitView } from './call-entries.ts'
import { describePictures } from './describe-pictures.ts'
import { knowledgeFor } from './knowledge-pointer.ts'
import { loopWords, markOf, watchLoops } from './watch-loops.ts'

const RECITE_EVERY = 6
const UNSAVED_LIMIT = 20_000

interface Settling {
  call: CallState
  tool: Tool<unknown>
  args: Record<string, unknown>
  lines: string[]
  result: ToolResult
}

/** Writes a work tool's result: what the model reads, with the whole in the workspace, and what the person sees. */
export async function settleResult(
  core: Core<unknown>,
  settling: Settling,
  signal: AbortSignal,
): Promise<void> {
  const { call, tool, args, lines, result } = settling
  const step = call.stepId ? core.state.steps.get(call.stepId) : undefined
  const now = core.deps.clock.now()
  const ms = Math.max(0, now - (call.started ?? now))
  const pictures = await keepPictures(core, call, result, signal)
  const body = await shownBody(core, settling, step)
  const facts: CallResult = {
    callId: call.id,
    thread: call.thread,
    content: '',
    outcome: result.outcome,
    ms,
    view: fitView(result.view),
    work: result.outcome !== 'skipped',
    changesWorld: changes(tool, args),
    family: tool.family,
    ...(body.path && { path: body.path }),
    ...(pictures.images.length > 0 && { images: pictures.images }),
    ...(result.exitCode !== undefined && { exitCode: result.exitCode }),
    ...(result.pageChanged && { pageChanged: true }),
  }
  const mark = markOf(call.name, args, result, tool.kind === 'pure')
  if (mark) facts.mark = mark
  const loop = step && watchLoops(earlierResults(core, step), facts)
  if (loop) facts.loop = { signal: loop.signal, level: loop.level }
  const knowledge = knowledgeFor(core, result.view)
  if (knowledge) facts.knowledge = knowledge.name
  const notes = [
    ...(loop ? [`note: ${loopWords[loop.signal]} (${loop.times} times); change the approach`] : []),
    ...(knowledge ? [`knowledge: read ${knowledge.path} (${knowledge.title})`] : []),
    ...(step ? budgetNote(core, step) : []),
  ]
  const took = ms >= 10_000 ? [`took: ${Math.round(ms / 1000)} s`] : []
  const told = [...(result.head ?? []), ...took, ...lines]
  // Titles of pages and names of files stand in the head: whatever they hold, each stays on its own line.
  const head = [`status: ${result.outcome}`, ...told.map(oneLine)]
  const plan =
    step && recites(core, step) ? [`<plan>\n${openPlan(core.state)}\n</plan>\nThis step: ${step.goal}`] : []
  // Words that a picture shows are others' words too.
  const seen = asData(pictures.lines.join('\n'), `${core.deps.sessionId} ${call.id} pictures`)
  facts.content = [head.join('\n'), body.text, seen, ...notes, ...plan].filter(Boolean).join('\n\n')
  const skill = skillRead(core, settling)
  if (!skill) return void core.journal.append('tool.result', facts)
  core.journal.commit([
    { type: 'tool.result', data: { ...facts, skill } },
    {
      type: 'notice',
      data: { level: 'info', code: 'SKILL_ACTIVATED', text: words(core).skillUsed(skill) },
    },
  ])
}

/** The skill whose file was read, when that is the first time in this run. */
function skillRead(core: Core<unknown>, { tool, args, result }: Settling): string | undefined {
  if (tool.family !== 'file' || tool.kind !== 'pure' || result.outcome !== 'ok') return undefined
  const skill = core.deps.settings.skills?.find(({ path }) => path === args.path)
  return skill && !core.state.run?.skillsUsed.has(skill.name) ? skill.name : undefined
}

const oneLine = (text: string) => text.replace(/\s*[\r\n\u2028\u2029]+\s*/g, ' ')

async function shownBody(core: Core<unknown>, { call, tool, result }: Settling, step: StepState | undefined) {
  const path = result.fullPath ?? obsPath(call, step)
  const { text, cut } = cutBody(result.content, result.limit, path)
  const secret = `${core.deps.sessionId} ${call.id}`
  if (!cut) return { text: tool.family === 'control' ? text : asData(text, secret), path: result.fullPath }
  if (result.fullPath) return { text: asData(text, secret), path }
  try {
    await core.deps.surroundings.save(path, result.content)
    return { text: asData(text, secret), path }
  } catch (error) {
    // Nothing is cut without a way back: what can't be kept is shown, as far as that goes.
    core.deps.report?.warn(error, `The whole result of ${call.name} could not be saved`)
    const whole = result.content.slice(0, UNSAVED_LIMIT)
    return {
      text: `${asData(whole, secret)}\n[the whole could not be saved; ${result.content.length} characters]`,
      path: undefined,
    }
  }
}

export function obsPath(call: CallState, step: StepState | undefined): string {
  const at = step ? step.calls.indexOf(call.id) + 1 : 0
  const name = `${step?.id ?? 'run'}-${String(at).padStart(2, '0')}-${call.name}`
  return `/workspace/.deskhand/obs/${name.replace(/[^\w.-]/g, '_')}.txt`
}

async function keepPictures(core: Core<unknown>, call: CallState, result: ToolResult, signal: AbortSignal) {
  const images: StoredImage[] = []
  const { executor } = core.deps.models
  const given = result.images ?? []
  if (given.length > 0 && !executor.info.images) {
    return { images, lines: await describePictures(core, call, given, signal) }
  }
  for (const { data, mime, width, height, path } of given) {
    const blob = await core.deps.keep(Buffer.from(data, 'base64'), mime)
    images.push({ type: 'image', blob, mime, width, height, ...(path && { path }) })
  }
  return { images, lines: [] }
}

const earlierResults = (core: Core<unknown>, step: StepState): CallResult[] =>
  step.calls.slice(step.loopsFrom).flatMap((id) => core.state.calls.get(id)?.result ?? [])

function budgetNote(core: Core<unknown>, step: StepState): string[] {
  const most = core.deps.settings.stepMaxCalls
  const from = Math.ceil(most * WARN_AT)
  if (step.turns < from) return []
  return [`note: ${step.turns} of ${most} replies of this step are used; come to its end and call step_done`]
}

// Said again from time to time and left there: what stands far back is easily lost from sight.
function recites(core: Core<unknown>, step: StepState): boolean {
  const settled = step.calls.filter((id) => core.state.calls.get(id)?.result?.work).length
  return (settled + 1) % RECITE_EVERY === 0
}
