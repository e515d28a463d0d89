import type { ChatMessage, ContentPart, ToolSpec } from '../chat-model.ts'
import type { ModelProfile } from '../profiles/profile.ts'
import { countText } from './count-text.ts'

/** Tokens of messages and tools before calibration: o200k for texts, the family's rule for pictures. */
export function countRequest(
  messages: readonly ChatMessage[],
  tools: readonly ToolSpec[],
  profile: Pick<ModelProfile, 'imageTokens' | 'images'>,
): number {
  let total = 3
  for (const tool of tools) total += 8 + countText(JSON.stringify(tool))
  for (const message of messages) {
    total += 4 + countContent(message.content, profile)
    if (message.role === 'tool') total += 4
    if (message.role !== 'assistant') continue
    for (const call of message.calls) total += 10 + countText(call.name) + countText(call.arguments)
    if (message.reasoning && message.calls.length > 0) total += countText(message.reasoning.text)
  }
  return total
}

function countContent(
  content: string | ContentPart[],
  profile: Pick<ModelProfile, 'imageTokens' | 'images'>,
): number {
  if (typeof content === 'string') return countText(content)
  return content.reduce((sum, part) => {
    if (part.type === 'text') return sum + countText(part.text)
    return sum + (profile.images ? countImage(part.width, part.height, profile.imageTokens) : 20)
  }, 0)
}

/** Tokens of a picture of that many pixels. Unknown sizes count as a flat 1,500. */
export function countImage(
  width: number | undefined,
  height: number | undefined,
  rule: ModelProfile['imageTokens'],
) {
  if (!width || !height || rule === 'flat') return 1_500
  if (rule === 'patches') return Math.ceil((width * height) / 750)
  if (rule === 'blocks') return Math.ceil(width / 28) * Math.ceil(height / 28)
  // OpenAI: into 2048 square, the shorter side to 768, then 170 for each tile of 512.
  const fit = Math.min(1, 2_048 / Math.max(width, height))
  const shrink = Math.min(1, 768 / (Math.min(width, height) * fit)) * fit
  const tiles = Math.ceil((width * shrink) / 512) * Math.ceil((height * shrink) / 512)
  return 85 + 170 * tiles
}
