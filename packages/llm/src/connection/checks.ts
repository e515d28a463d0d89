import type { Reply, ToolSpec } from '../chat-model.ts'
import { leastWindow } from '../tokens/small-window.ts'
import { redSquare } from './red-square.ts'
import type { ConnectionProbe } from './test-connection.ts'

export type CheckName =
  | 'reachable'
  | 'streaming'
  | 'tools'
  | 'parallel_tools'
  | 'tool_round_trip'
  | 'images'
  | 'context_window'
  | 'latency'

export interface ConnectionCheck {
  name: CheckName
  verdict: 'yes' | 'no' | 'partly' | 'unknown'
  /** plain words, and what to change */
  text: string
}

export const note: ToolSpec = {
  name: 'note',
  description: 'Writes a word down.',
  parameters: { type: 'object', properties: { word: { type: 'string' } }, required: ['word'] },
}

const verdict = (name: CheckName, is: ConnectionCheck['verdict'], text: string): ConnectionCheck => ({
  name,
  verdict: is,
  text,
})

/** A short answer: is the server there, does it stream, how fast. */
export async function checkAnswer(probe: ConnectionProbe): Promise<ConnectionCheck[]> {
  const { reply, deltas, firstMs, ms, troubles } = await probe.ask([
    { role: 'user', content: 'Reply with the word OK.' },
  ])
  const where = `${probe.model.info.name} at ${probe.model.info.baseUrl}`
  const changes = [...probe.notes, ...troubles]
  const first = firstMs ?? ms
  return [
    verdict('reachable', 'yes', [`${where} answers.`, ...changes.map((change) => `${change}.`)].join(' ')),
    !probe.model.profile.stream
      ? verdict('streaming', 'no', 'Each reply comes whole, so nothing is seen until it is finished.')
      : verdict(
          'streaming',
          deltas > 1 || reply.text.length < 12 ? 'yes' : 'partly',
          reply.usage.estimated
            ? 'Text comes as it is written; the server reports no usage, so tokens are estimated.'
            : 'Text comes as it is written, with usage.',
        ),
    verdict(
      'latency',
      first > 20_000 ? 'partly' : 'yes',
      `First word after ${seconds(first)}, whole answer after ${seconds(ms)}.${first > 20_000 ? ' That is slow: a smaller model or a GPU would help.' : ''}`,
    ),
  ]
}

/** One call, then its result: what every step of a run is made of. */
export async function checkTools(probe: ConnectionProbe): Promise<ConnectionCheck[]> {
  const ask = { role: 'user' as const, content: 'Call the tool note with the word "blue".' }
  const { reply } = await probe.ask([ask], [note])
  const call = reply.calls[0]
  if (!call || call.malformed || call.truncated) {
    const text = toolAdvice(probe.model.profile.preset)
    return [
      verdict('tools', 'no', text),
      verdict('tool_round_trip', 'unknown', 'Not tried, since no call came.'),
    ]
  }
  const round = await probe.ask(
    [
      ask,
      {
        role: 'assistant',
        content: reply.text,
        calls: reply.calls,
        ...(reply.reasoning && { reasoning: reply.reasoning }),
      },
      ...reply.calls.map(({ id, name }) => ({
        role: 'tool' as const,
        callId: id,
        name,
        content: 'status: ok',
      })),
    ],
    [note],
  )
  const reasoned = reply.reasoning ? ', its reasoning included' : ''
  const changed = round.troubles.length > 0 ? ` ${round.troubles.join('. ')}.` : ''
  return [
    reply.recovered
      ? verdict(
          'tools',
          'partly',
          'Calls come as text and are read out of it; that works, but native function calling is surer.',
        )
      : verdict('tools', 'yes', 'Calls tools.'),
    verdict('tool_round_trip', 'yes', `Takes the result of a call${reasoned}.${changed}`),
  ]
}

/** Two calls at once. */
export async function checkParallel(probe: ConnectionProbe): Promise<ConnectionCheck[]> {
  const content = 'Call the tool note twice in this one reply: once with "red" and once with "green".'
  const { reply } = await probe.ask([{ role: 'user', content }], [note])
  const good = reply.calls.filter(({ malformed, truncated }) => !malformed && !truncated).length
  return [
    good >= 2
      ? verdict('parallel_tools', 'yes', 'Makes several calls in one reply.')
      : verdict('parallel_tools', 'no', 'Makes one call a reply; runs take a few more turns.'),
  ]
}

/** A red square: is it seen, refused or ignored? */
export async function checkImages(probe: ConnectionProbe): Promise<ConnectionCheck[]> {
  const image = { type: 'image' as const, mime: 'image/png', data: redSquare, width: 64, height: 64 }
  const content = [{ type: 'text' as const, text: 'Which colour has this square? One word.' }, image]
  const { reply } = await probe.ask([{ role: 'user', content }])
  const blind = 'Name a VISION_MODEL to have pictures described; without one the agent works from text.'
  if (!probe.model.info.images) return [verdict('images', 'no', `Takes no pictures. ${blind}`)]
  return [
    /\bred\b|红|rouge|rot\b|rojo/i.test(reply.text)
      ? verdict('images', 'yes', 'Sees pictures.')
      : verdict(
          'images',
          'partly',
          `Takes pictures but did not see a red square (it said "${reply.text.slice(0, 40)}"). ${blind}`,
        ),
  ]
}

/** How much fits, from the server's own pages. */
export async function checkWindow(probe: ConnectionProbe): Promise<ConnectionCheck[]> {
  const found = await probe.model.probeWindow(probe.signal)
  const window = found?.contextWindow ?? probe.model.info.contextWindow
  const size = window.toLocaleString('en-US')
  if (window < leastWindow) {
    return [
      verdict(
        'context_window',
        'no',
        `${size} tokens: too small to work in. Raise it to 16,384 or more (Ollama: num_ctx).`,
      ),
    ]
  }
  return [
    found
      ? verdict('context_window', 'yes', `${size} tokens.`)
      : verdict(
          'context_window',
          'unknown',
          `The server does not say; ${size} tokens are assumed. CONTEXT_WINDOW sets another size.`,
        ),
  ]
}

function toolAdvice(preset: string): string {
  const cure: Record<string, string> = {
    vllm: 'Start vLLM with --enable-auto-tool-choice and the --tool-call-parser of this model.',
    llamacpp: 'Start llama-server with --jinja.',
    ollama: 'Choose a model that Ollama lists under "tools".',
    lmstudio: 'Choose a model that LM Studio marks for tool use.',
  }
  return `No call came, neither natively nor as text. ${cure[preset] ?? 'Choose a model with function calling.'}`
}

const seconds = (ms: number) => `${(ms / 1_000).toFixed(1)} s`

export type Asked = { reply: Reply; deltas: number; firstMs?: number; ms: number; troubles: string[] }
