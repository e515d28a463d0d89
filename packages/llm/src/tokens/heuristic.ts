import type { ChatMessage, ToolSpec } from '../chat-model.ts'

/** Tokens of a text without a tokenizer: within a few percent on prose, low on hash-like text. */
export function countHeuristically(text: string): number {
  let wide = 0
  for (let at = 0; at < text.length; at += 1) if (text.charCodeAt(at) > 127) wide += 1
  return Math.ceil((text.length - wide) / 4 + wide * 0.75)
}

/** Tokens of a whole request, pictures at a flat 1,500 each. */
export function countRequestHeuristically(messages: ChatMessage[], tools: ToolSpec[] = []): number {
  let total = tools.length > 0 ? countHeuristically(JSON.stringify(tools)) : 0
  for (const message of messages) {
    total += 4
    if (typeof message.content === 'string') total += countHeuristically(message.content)
    else {
      for (const part of message.content) {
        total += part.type === 'text' ? countHeuristically(part.text) : 1_500
      }
    }
    if (message.role === 'assistant') {
      for (const call of message.calls) total += 8 + countHeuristically(call.name + call.arguments)
    }
  }
  return total
}
