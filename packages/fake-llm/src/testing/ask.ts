import type { FakeLlm } from '../start-fake-llm.ts'
import type { Chunk, WireCall } from '../wire/chunks.ts'

type Message = Record<string, unknown>

/** A declared tool that takes anything. */
export const tool = (name: string, parameters: object = { type: 'object', properties: {} }) => ({
  type: 'function',
  function: { name, description: `${name} for tests`, parameters },
})

export const plannerSystem: Message = { role: 'system', content: 'role: planner · protocol 1\n\nYou plan.' }
export const executorSystem: Message = { role: 'system', content: 'role: executor · protocol 1\n\nYou act.' }
export const user = (content: string): Message => ({ role: 'user', content })
export const call = (id: string, name: string, args: object): Message => ({
  role: 'assistant',
  content: null,
  tool_calls: [{ id, type: 'function', function: { name, arguments: JSON.stringify(args) } }],
})
export const result = (id: string, content: string): Message => ({ role: 'tool', tool_call_id: id, content })

/** A request that the strictest of the servers takes. */
export const body = (messages: Message[], more: object = {}) => ({
  model: 'gpt-5.2',
  stream: true,
  stream_options: { include_usage: true },
  tools: ['submit_plan', 'shell_exec', 'file_write', 'step_done', 'browser_click'].map((name) => tool(name)),
  messages,
  ...more,
})

export const post = (
  llm: FakeLlm,
  request: object,
  path = '/chat/completions',
  headers: Record<string, string> = {},
) =>
  fetch(llm.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(request),
  })

/** The data events of a stream, parsed; `[DONE]` left out. */
export function chunksOf(text: string): Chunk[] {
  return text
    .split(/\r?\n/)
    .flatMap((line) => (/^data: ?\{/.test(line) ? [JSON.parse(line.replace(/^data: ?/, '')) as Chunk] : []))
}

export interface Gathered {
  text: string
  reasoning: string
  calls: { id?: string; name: string; arguments: string }[]
  finish?: string
  usage?: Record<string, unknown>
}

/** A well-behaved stream put together. */
export function gather(chunks: Chunk[]): Gathered {
  const found: Gathered = { text: '', reasoning: '', calls: [] }
  for (const chunk of chunks) {
    if (chunk.usage) found.usage = chunk.usage as Record<string, unknown>
    for (const choice of chunk.choices ?? []) {
      found.text += choice.delta?.content ?? ''
      found.reasoning += String(choice.delta?.reasoning_content ?? choice.delta?.reasoning ?? '')
      for (const piece of choice.delta?.tool_calls ?? []) addPiece(found, piece)
      if (choice.finish_reason) found.finish = choice.finish_reason
      if (choice.usage) found.usage = choice.usage as Record<string, unknown>
    }
  }
  return found
}

function addPiece(found: Gathered, piece: WireCall): void {
  const text = String(piece.function?.arguments ?? '')
  const last = found.calls.at(-1)
  if (piece.function?.name) found.calls.push({ id: piece.id, name: piece.function.name, arguments: text })
  else if (last) last.arguments += text
}

export async function ask(llm: FakeLlm, request: object): Promise<Gathered> {
  const response = await post(llm, request)
  const text = await response.text()
  if (!response.ok) throw new Error(`${response.status}: ${text}`)
  return gather(chunksOf(text))
}
