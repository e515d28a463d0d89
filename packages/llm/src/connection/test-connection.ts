import { type ChatMessage, ModelError, type ReplyDelta, type ToolSpec } from '../chat-model.ts'
import { type ChatModelOptions, createChatModel, type HttpChatModel } from '../create-chat-model.ts'
import { systemClock } from '../system-clock.ts'
import { mendBaseUrl } from '../wire/mend-base-url.ts'
import {
  type Asked,
  type CheckName,
  type ConnectionCheck,
  checkAnswer,
  checkImages,
  checkParallel,
  checkTools,
  checkWindow,
} from './checks.ts'

export type { ConnectionCheck } from './checks.ts'

export interface ConnectionReport {
  /** good enough to work with */
  ok: boolean
  /** as it is used, mended */
  baseUrl: string
  model: string
  checks: ConnectionCheck[]
}

/** What a check works with. */
export interface ConnectionProbe {
  model: HttpChatModel
  signal: AbortSignal
  /** how the base URL was mended */
  notes: string[]
  ask(messages: ChatMessage[], tools?: ToolSpec[]): Promise<Asked>
}

const steps: { names: CheckName[]; run(probe: ConnectionProbe): Promise<ConnectionCheck[]> }[] = [
  { names: ['reachable', 'streaming', 'latency'], run: checkAnswer },
  { names: ['tools', 'tool_round_trip'], run: checkTools },
  { names: ['parallel_tools'], run: checkParallel },
  { names: ['images'], run: checkImages },
  { names: ['context_window'], run: checkWindow },
]

/**
 * Tries a model server with five tiny requests and says in plain words what it can do and what to change. What it
 * teaches goes to the options' store. Throws TypeError for an unusable base URL, and the signal's reason.
 */
export async function testConnection(
  options: ChatModelOptions,
  signal: AbortSignal,
): Promise<ConnectionReport> {
  const probe = createProbe(options, signal)
  const { baseUrl, name } = probe.model.info
  const checks: ConnectionCheck[] = []
  let unreachable: string | undefined
  for (const step of steps) {
    if (unreachable) {
      checks.push(
        ...step.names.map((check) => ({ name: check, verdict: 'unknown' as const, text: 'Not tried.' })),
      )
      continue
    }
    try {
      checks.push(...(await step.run(probe)))
    } catch (error) {
      if (!(error instanceof ModelError)) throw error
      const text = [`${error.message.replace(/[.\s]+$/, '')}.`, error.hint].filter(Boolean).join(' ')
      const [first, ...rest] = step.names
      checks.push({ name: first!, verdict: 'no', text })
      checks.push(...rest.map((check) => ({ name: check, verdict: 'unknown' as const, text: 'Not tried.' })))
      if (first === 'reachable') unreachable = text
    }
  }
  const good = (check: CheckName) =>
    checks.some((c) => c.name === check && (c.verdict === 'yes' || c.verdict === 'partly'))
  const tooSmall = checks.some((c) => c.name === 'context_window' && c.verdict === 'no')
  return {
    ok: good('reachable') && good('tools') && good('tool_round_trip') && !tooSmall,
    baseUrl,
    model: name,
    checks,
  }
}

function createProbe(options: ChatModelOptions, signal: AbortSignal): ConnectionProbe {
  const model = createChatModel({ ...options, retries: false })
  const clock = options.clock ?? systemClock
  const system: ChatMessage = {
    role: 'system',
    content: 'role: probe · protocol 1\nAnswer as briefly as you can.',
  }
  return {
    model,
    signal,
    notes: mendBaseUrl(options.baseUrl, options.profile?.preset).notes.map(
      (text) => `The base URL was mended: ${text}`,
    ),
    async ask(messages, tools = []) {
      const started = clock.now()
      const troubles: string[] = []
      let deltas = 0
      let firstMs: number | undefined
      const onDelta = ({ type }: ReplyDelta) => {
        if (type === 'text') deltas += 1
        firstMs ??= clock.now() - started
      }
      const reply = await model.reply(
        { messages: [system, ...messages], tools, purpose: 'probe' },
        { signal, onDelta, onTrouble: ({ text }) => troubles.push(text) },
      )
      return { reply, deltas, firstMs, ms: clock.now() - started, troubles }
    },
  }
}
