import type { ChatModel, ToolSpec } from '@deskhand/llm'
import type { ContextCut, NewEntry } from '../journal/private-entries.ts'
import { summarizerSystem, summarizerUser } from '../prompts/summarizer.ts'
import { askModel } from '../run/ask-model.ts'
import type { Core } from '../run/core.ts'
import { words } from '../run/words.ts'
import type { CallState, Thread } from '../state/session-state.ts'
import { obsPath } from '../turn/settle-result.ts'
import { clean } from './clean-text.ts'
import { materialise } from './materialise.ts'
import { project } from './project.ts'
import { compactResult } from './result-text.ts'

const FULL = 0.6
const ENOUGH = 0.35
const KEPT_RESULTS = 6
const FEWER_RESULTS = [3, 1]
const KEPT_EXCHANGES = 6
const WORTH_SUMMING = 0.1
const LONG_ARGUMENTS = 2_000
const DEFAULT_OUTPUT = 4_096
const MOST_REFUSALS = 3

export interface Reducing {
  thread: Thread
  system: string
  model: ChatModel
  specs: ToolSpec[]
  signal: AbortSignal
  /** names the files */
  label: string
}

/**
 * Makes room in a thread when it fills the window, or when the server said that it did: old results first shrink to
 * a line with the path of the whole, then the older part is summed up. False when neither is enough.
 */
export async function reduceWhenFull(core: Core<unknown>, reducing: Reducing): Promise<boolean> {
  const { thread } = reducing
  const refused = thread.overflows
  if (refused > 2) return false
  const most = roomOf(reducing.model)
  let size = await sizeOf(core, reducing)
  if (size <= most * FULL && refused === 0) return true
  await compact(core, reducing, size, refused > 0 ? Math.min(size * 0.6, most * ENOUGH) : most * ENOUGH)
  size = await sizeOf(core, reducing)
  if (size > most * FULL || refused > 1) {
    await sumUp(core, reducing, size)
    size = await sizeOf(core, reducing)
  }
  // A window that does not even hold the newest few whole: better the last one than none.
  for (const kept of FEWER_RESULTS) {
    if (size <= most) break
    await compact(core, reducing, size, most * FULL, kept)
    size = await sizeOf(core, reducing)
  }
  return size <= most
}

export function roomOf(model: ChatModel): number {
  const { contextWindow, maxOutput = DEFAULT_OUTPUT } = model.info
  return contextWindow - Math.min(maxOutput, contextWindow / 4)
}

async function sizeOf(core: Core<unknown>, { thread, system, model, specs }: Reducing): Promise<number> {
  const messages = await materialise(project(core.state, thread, system), model.info, core.deps.readBlob)
  return model.countTokens(messages, specs)
}

async function compact(
  core: Core<unknown>,
  reducing: Reducing,
  before: number,
  goal: number,
  kept = KEPT_RESULTS,
): Promise<void> {
  const calls = callsOf(core, reducing.thread).filter(({ result }) => result)
  const old = calls.slice(0, Math.max(0, calls.length - kept))
  const cut: Extract<ContextCut, { cut: 'compact' }> = {
    thread: reducing.thread.id,
    cut: 'compact',
    results: [],
    arguments: [],
    before,
    after: before,
  }
  let size = before
  for (const call of old) {
    if (size <= goal) break
    size -= await shrink(core, call, cut)
  }
  if (cut.results.length === 0 && cut.arguments.length === 0) return
  const shortened = new Set([...cut.results, ...cut.arguments].map(({ callId }) => callId)).size
  core.journal.commit([
    { type: 'context.cut', data: { ...cut, after: Math.max(0, Math.round(size)) } },
    compacted(words(core).compacted(shortened)),
  ])
}

/** Adds what shrinks of a call, and answers about how many tokens that saves. */
async function shrink(
  core: Core<unknown>,
  call: CallState,
  cut: Extract<ContextCut, { cut: 'compact' }>,
): Promise<number> {
  const result = call.result!
  let saved = 0
  if (call.compact?.content === undefined && result.outcome === 'ok' && result.content.length > 400) {
    const path = result.path ?? (await saveOld(core, call, '', result.content))
    const content = compactResult(result.content, path)
    if (path && content.length < result.content.length) {
      cut.results.push({ callId: call.id, content })
      saved += (result.content.length - content.length) / 3.5
    }
  }
  if (call.compact?.arguments === undefined && call.arguments.length > LONG_ARGUMENTS) {
    const path = await saveOld(core, call, '-arguments', call.arguments)
    if (path) {
      const text = JSON.stringify({
        _left_out: `${call.arguments.length} characters of arguments, in ${path}`,
      })
      cut.arguments.push({ callId: call.id, arguments: text })
      saved += (call.arguments.length - text.length) / 3.5
    }
  }
  return saved
}

async function saveOld(
  core: Core<unknown>,
  call: CallState,
  suffix: string,
  text: string,
): Promise<string | undefined> {
  const step = call.stepId ? core.state.steps.get(call.stepId) : undefined
  const path = obsPath(call, step).replace(/\.txt$/, `${suffix}-shown.txt`)
  return save(core, path, text)
}

async function save(core: Core<unknown>, path: string, text: string): Promise<string | undefined> {
  try {
    await core.deps.surroundings.save(path, text)
    return path
  } catch (error) {
    core.deps.report?.warn(error, `${path} could not be saved, so nothing is left out`)
    return undefined
  }
}

const callsOf = (core: Core<unknown>, thread: Thread): CallState[] =>
  thread.items.flatMap((item) =>
    item.kind === 'reply' ? item.callIds.flatMap((id) => core.state.calls.get(id) ?? []) : [],
  )

/** Tokens, about. */
function sizeOfItems(core: Core<unknown>, items: Thread['items']): number {
  const characters = items.flatMap((item) =>
    item.kind === 'told'
      ? item.parts.map((part) => (part.type === 'text' ? part.text.length : 0))
      : item.callIds.map((id) => {
          const call = core.state.calls.get(id)
          return (
            (call?.compact?.content ?? call?.result?.content ?? '').length + (call?.arguments.length ?? 0)
          )
        }),
  )
  return characters.reduce((sum, length) => sum + length, 0) / 3.5
}

async function sumUp(core: Core<unknown>, reducing: Reducing, before: number): Promise<void> {
  const { thread, system, model, signal, label } = reducing
  const replies = thread.items.flatMap((item, index) => (item.kind === 'reply' ? [index] : []))
  const keepFrom = replies.at(-KEPT_EXCHANGES) ?? replies[1]
  const begun = thread.summary?.keepFrom ?? 1
  if (keepFrom === undefined || keepFrom <= begun) return
  const left = thread.items.slice(begun, keepFrom)
  // Prompts that fill most of a small window would else have every turn summed up anew, for nothing.
  if (thread.overflows === 0 && sizeOfItems(core, left) < before * WORTH_SUMMING) return
  const projected = project(core.state, thread, system).slice(1)
  const record = projected.map((message) => JSON.stringify(message)).join('\n')
  const path = await save(
    core,
    `/workspace/.deskhand/history/${label}-${core.state.folded}.jsonl`.replace(/[^\w./-]/g, '_'),
    record,
  )
  if (!path) return
  // The summarizer has the same window, and what is newest matters most. Its own refusals say that the window is
  // smaller than it is known to be.
  const refusals = core.state.threads.get(`summary:${thread.id}`)?.overflows ?? 0
  if (refusals > MOST_REFUSALS) return
  const most = Math.floor((roomOf(model) * 2) / 4 ** refusals)
  const user = clean(summarizerUser(record.length > most ? record.slice(record.length - most) : record))
  const reply = await askModel(core, {
    purpose: 'summarizer',
    thread: `summary:${thread.id}`,
    model,
    messages: [
      { role: 'system', content: summarizerSystem },
      { role: 'user', content: user },
    ],
    tools: [],
    signal,
  })
  const text = `<summary>\n${reply.text.trim()}\n\nThe whole record: ${path}\n</summary>`
  const results = left.flatMap((item) => (item.kind === 'reply' ? item.callIds : [])).length
  core.journal.commit([
    {
      type: 'context.cut',
      data: { thread: thread.id, cut: 'summary', text, keepFrom, path, before, after: 0 },
    },
    compacted(words(core).summarized(results)),
  ])
}

const compacted = (text: string): NewEntry => ({
  type: 'notice',
  data: { level: 'info', code: 'CONTEXT_COMPACTED', text },
})
