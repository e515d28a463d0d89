import { type ChatRequest, hasImage, type RequestMessage } from '../chat-request.ts'
import { tokensOf } from './tokens.ts'

/** The tokens of a request, part by part: tools, then each message. */
export interface CountedRequest {
  parts: { tokens: readonly number[] }[]
  total: number
}

const imageTokens = 765
const perMessage = 4

export async function countRequest(request: ChatRequest): Promise<CountedRequest> {
  const parts: CountedRequest['parts'] = []
  if (request.tools?.length) parts.push({ tokens: await tokensOf(JSON.stringify(request.tools)) })
  for (const message of request.messages) parts.push({ tokens: await messageTokens(message) })
  return { parts, total: parts.reduce((sum, part) => sum + part.tokens.length, 0) }
}

/** Pictures count as four tiles of OpenAI's; their bytes are no text. */
export async function messageTokens(message: RequestMessage): Promise<readonly number[]> {
  const image = hasImage(message)
  const content =
    image && Array.isArray(message.content)
      ? message.content.map((part) => (part.type === 'image_url' ? { type: 'image_url' } : part))
      : message.content
  const { role, tool_calls, tool_call_id } = message
  const text = typeof content === 'string' ? content : content ? JSON.stringify(content) : ''
  const rest = tool_calls ? JSON.stringify(tool_calls.map((call) => call.function)) : ''
  const tokens = await tokensOf(`${role}${tool_call_id ? ` ${tool_call_id}` : ''}\n${text}${rest}`)
  const extra = perMessage + (image ? imageTokens : 0)
  return [...tokens, ...Array<number>(extra).fill(-1)]
}
