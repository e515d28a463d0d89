import { z } from 'zod'

const Part = z.looseObject({ type: z.string(), text: z.string().optional() })
const Call = z.looseObject({
  id: z.unknown().optional(),
  type: z.string().optional(),
  function: z.looseObject({ name: z.unknown().optional(), arguments: z.unknown().optional() }).optional(),
})
const Message = z.looseObject({
  role: z.string(),
  content: z.union([z.string(), z.array(Part), z.null()]).optional(),
  tool_calls: z.array(Call).optional(),
  tool_call_id: z.unknown().optional(),
  name: z.unknown().optional(),
})
const Tool = z.looseObject({
  type: z.string().optional(),
  function: z
    .looseObject({
      name: z.unknown().optional(),
      description: z.unknown().optional(),
      parameters: z.unknown().optional(),
    })
    .optional(),
})

/** The body of POST /v1/chat/completions, read loosely: judging it is the gate's business. */
export const ChatRequest = z.looseObject({
  model: z.string().optional(),
  messages: z.array(Message),
  tools: z.array(Tool).optional(),
  tool_choice: z.unknown().optional(),
  stream: z.boolean().optional(),
  stream_options: z.looseObject({ include_usage: z.boolean().optional() }).nullish(),
  max_tokens: z.number().nullish(),
  max_completion_tokens: z.number().nullish(),
  temperature: z.number().nullish(),
  response_format: z.looseObject({ type: z.string().optional() }).nullish(),
  user: z.string().optional(),
  prompt_cache_key: z.string().optional(),
})
export type ChatRequest = z.infer<typeof ChatRequest>
export type RequestMessage = z.infer<typeof Message>
export type RequestCall = z.infer<typeof Call>
export type RequestTool = z.infer<typeof Tool>

/** The text of a message, its text parts joined by line ends. */
export function textOf(message: RequestMessage | undefined): string {
  const content = message?.content
  if (typeof content === 'string') return content
  if (!Array.isArray(content)) return ''
  return content.flatMap((part) => (part.type === 'text' && part.text ? [part.text] : [])).join('\n')
}

export function hasImage(message: RequestMessage): boolean {
  return Array.isArray(message.content) && message.content.some((part) => part.type === 'image_url')
}

export const callName = (call: RequestCall): string => String(call.function?.name ?? '')
export const callArguments = (call: RequestCall): string => {
  const raw = call.function?.arguments
  return typeof raw === 'string' ? raw : JSON.stringify(raw ?? {})
}
