import type { ChatMessage, ContentPart } from '../chat-model.ts'

type Image = Extract<ContentPart, { type: 'image' }>

/**
 * The same messages with at most `limit` pictures, the newest ones; a line of text stands where one was left out.
 * The line depends on the picture alone, so that a later request has the same bytes there.
 */
export function limitImages(messages: readonly ChatMessage[], limit: number): ChatMessage[] {
  let left = limit
  return messages
    .toReversed()
    .map((message): ChatMessage => {
      if (message.role !== 'user' || typeof message.content === 'string') return message
      const parts = message.content.toReversed().map((part): ContentPart => {
        if (part.type === 'text') return part
        left -= 1
        return left >= 0 ? part : { type: 'text', text: imageNote(part) }
      })
      return { ...message, content: parts.reverse() }
    })
    .reverse()
}

export const countImages = (messages: readonly ChatMessage[]) =>
  messages.reduce((sum, message) => {
    if (message.role !== 'user' || typeof message.content === 'string') return sum
    return sum + message.content.filter(({ type }) => type === 'image').length
  }, 0)

function imageNote({ width, height, path }: Image): string {
  const size = width && height ? ` of ${width}x${height} pixels` : ''
  return `[a picture${size} stood here${path ? `: ${path}` : ''}]`
}
