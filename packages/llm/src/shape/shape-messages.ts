import { nineCharacters } from '../assemble/call-ids.ts'
import type {
  AssistantMessage,
  ChatMessage,
  ContentPart,
  ToolMessage,
  ToolSpec,
  UserMessage,
} from '../chat-model.ts'
import type { ModelProfile } from '../profiles/profile.ts'
import { callAsText, resultAsText, textProtocol } from '../recover/text-protocol.ts'
import type { JsonObject } from '../wire/json-value.ts'
import { cleanText } from './clean-text.ts'
import { limitImages } from './shape-images.ts'

export type WireMessage = JsonObject & { role: string }

const bridge = 'Understood.'

/** The messages as this server wants them; a pure function, so that equal histories are equal bytes. */
export function shapeMessages(
  messages: readonly ChatMessage[],
  tools: readonly ToolSpec[],
  profile: ModelProfile,
): WireMessage[] {
  const limited = limitImages(messages, profile.images ? profile.maxImages : 0)
  const spoken = profile.tools === 'text' ? speakTools(limited, tools) : limited
  const merged = mergeUsers(profile.systemRole === 'user' ? foldSystem(spoken) : spoken)
  const bridged = profile.alternate ? addBridges(merged) : merged
  return bridged.map((message) => shapeMessage(message, profile))
}

function shapeMessage(message: ChatMessage, profile: ModelProfile): WireMessage {
  switch (message.role) {
    case 'system':
      return { role: profile.systemRole, content: cleanText(message.content) || ' ' }
    case 'user':
      return { role: 'user', content: userContent(message) }
    case 'assistant':
      return shapeAssistant(message, profile)
    case 'tool':
      return shapeTool(message, profile)
  }
}

function userContent({ content }: UserMessage) {
  const parts = typeof content === 'string' ? [{ type: 'text' as const, text: content }] : content
  if (parts.every((part) => part.type === 'text')) {
    return cleanText(parts.map(({ text }) => text).join('\n\n')) || ' '
  }
  return parts
    .filter((part) => part.type === 'image' || part.text !== '')
    .map((part) =>
      part.type === 'text'
        ? { type: 'text', text: cleanText(part.text) }
        : { type: 'image_url', image_url: { url: `data:${part.mime};base64,${part.data}` } },
    )
}

const noContent = { null: null, empty: '', space: ' ', absent: undefined }

function shapeAssistant(message: AssistantMessage, profile: ModelProfile): WireMessage {
  const text = cleanText(message.content)
  const wire: WireMessage = { role: 'assistant' }
  const content = text !== '' ? text : message.calls.length > 0 ? noContent[profile.emptyContent] : ' '
  if (content !== undefined) wire.content = content
  Object.assign(wire, reasoningFields(message, profile))
  if (message.calls.length > 0) {
    wire.tool_calls = message.calls.map(({ id, name, arguments: given, extra }) => ({
      ...extra,
      id: wireId(id, profile),
      type: 'function',
      function: { name, arguments: cleanText(given) },
    }))
  }
  return wire
}

function reasoningFields({ reasoning, calls }: AssistantMessage, profile: ModelProfile): JsonObject {
  const { replay, field } = profile.reasoning
  if (replay === 'never') return {}
  const replayed = reasoning && !['think', 'content'].includes(reasoning.field) ? reasoning : undefined
  if (replay === 'required') {
    const name = field ?? replayed?.field ?? 'reasoning_content'
    const value = replayed?.field === name ? (replayed.value ?? replayed.text) : (reasoning?.text ?? '')
    return { [name]: typeof value === 'string' ? cleanText(value) : value }
  }
  if (!replayed || calls.length === 0) return {}
  const own = field === undefined || replayed.field === field
  return {
    [field ?? replayed.field]: own ? (replayed.value ?? cleanText(replayed.text)) : cleanText(replayed.text),
  }
}

function shapeTool({ callId, name, content }: ToolMessage, profile: ModelProfile): WireMessage {
  return {
    role: 'tool',
    tool_call_id: wireId(callId, profile),
    ...(profile.toolName && { name }),
    content: cleanText(content) || '(nothing)',
  }
}

function wireId(id: string, { callIds }: ModelProfile): string {
  return callIds === 'nine' && !/^[A-Za-z0-9]{9}$/.test(id) ? nineCharacters(id) : id
}

/** Calls and results as text, for a model that has no function calling. */
function speakTools(messages: readonly ChatMessage[], tools: readonly ToolSpec[]): ChatMessage[] {
  return messages.map((message): ChatMessage => {
    if (message.role === 'system') {
      return tools.length > 0
        ? { role: 'system', content: `${message.content}\n${textProtocol(tools)}` }
        : message
    }
    if (message.role === 'tool') return { role: 'user', content: resultAsText(message.name, message.content) }
    if (message.role === 'assistant' && message.calls.length > 0) {
      const said = [message.content, ...message.calls.map(callAsText)].filter((text) => text !== '')
      return { ...message, content: said.join('\n'), calls: [] }
    }
    return message
  })
}

/** The instructions at the head of the first user message, for templates that know no system role. */
function foldSystem(messages: readonly ChatMessage[]): ChatMessage[] {
  return messages.map((message) =>
    message.role === 'system' ? { role: 'user', content: message.content } : message,
  )
}

function mergeUsers(messages: readonly ChatMessage[]): ChatMessage[] {
  const merged: ChatMessage[] = []
  for (const message of messages) {
    const before = merged.at(-1)
    if (message.role === 'user' && before?.role === 'user') {
      merged[merged.length - 1] = { role: 'user', content: join(before.content, message.content) }
    } else merged.push(message)
  }
  return merged
}

function join(a: UserMessage['content'], b: UserMessage['content']): UserMessage['content'] {
  if (typeof a === 'string' && typeof b === 'string') return `${a}\n\n${b}`
  const parts = (content: UserMessage['content']): ContentPart[] =>
    typeof content === 'string' ? [{ type: 'text', text: content }] : content
  return [...parts(a), ...parts(b)]
}

function addBridges(messages: readonly ChatMessage[]): ChatMessage[] {
  return messages.flatMap((message, at): ChatMessage[] =>
    message.role === 'user' && messages[at - 1]?.role === 'tool'
      ? [{ role: 'assistant', content: bridge, calls: [] }, message]
      : [message],
  )
}
