import type { ChatMessage, ContentPart, ModelInfo } from '@deskhand/llm'
import type { BlobId } from '@deskhand/protocol'
import type { StoredPart } from '../journal/private-entries.ts'
import type { Projected } from './project.ts'

/** Puts the pictures in. A model that takes fewer gets the newest; where one is missing, its path stands. */
export async function materialise(
  projected: readonly Projected[],
  info: ModelInfo,
  readBlob: (id: BlobId) => Promise<Uint8Array | undefined>,
): Promise<ChatMessage[]> {
  const pictures = projected.flatMap((message) =>
    message.role === 'user' ? message.parts.filter((part) => part.type === 'image') : [],
  )
  const shown = new Set(info.images ? pictures.slice(Math.max(0, pictures.length - info.maxImages)) : [])
  const messages: ChatMessage[] = []
  for (const message of projected) {
    if (message.role !== 'user') messages.push(message)
    else messages.push({ role: 'user', content: await contentOf(message.parts, shown, readBlob) })
  }
  return messages
}

async function contentOf(
  parts: readonly StoredPart[],
  shown: ReadonlySet<StoredPart>,
  readBlob: (id: BlobId) => Promise<Uint8Array | undefined>,
): Promise<string | ContentPart[]> {
  const content: ContentPart[] = []
  for (const part of parts) {
    if (part.type === 'text') {
      addText(content, part.text)
      continue
    }
    const bytes = shown.has(part) ? await readBlob(part.blob) : undefined
    if (!bytes) {
      addText(content, `[picture${part.path ? `: ${part.path}` : ''}]`)
      continue
    }
    const { mime, width, height, path } = part
    const data = Buffer.from(bytes).toString('base64')
    content.push({
      type: 'image',
      mime,
      data,
      ...(width && { width }),
      ...(height && { height }),
      ...(path && { path }),
    })
  }
  const [only] = content
  return content.length === 1 && only?.type === 'text' ? only.text : content
}

// Text parts are joined: more than one of them is what some servers refuse.
function addText(content: ContentPart[], text: string): void {
  const last = content.at(-1)
  if (last?.type === 'text') last.text += `\n\n${text}`
  else content.push({ type: 'text', text })
}
