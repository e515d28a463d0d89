import type { ToolSpec } from '../chat-model.ts'
import { cleanText, wellFormed } from './clean-text.ts'

const longest = 1_000

/** Tools as they go out. The names must be legal already; a description over the limit keeps its beginning. */
export function shapeTools(tools: readonly ToolSpec[]) {
  return tools.map(({ name, description, parameters }) => {
    if (!/^[a-zA-Z0-9_-]{1,64}$/.test(name)) {
      throw new TypeError(`"${name}" is no name for a tool: letters, digits, _ and - only, 64 at most`)
    }
    const text = cleanText(description)
    return {
      type: 'function' as const,
      function: {
        name,
        description: text.length > longest ? `${wellFormed(text.slice(0, longest - 1))}…` : text,
        parameters: { type: 'object', properties: {}, ...parameters },
      },
    }
  })
}
