import type { FakeCall } from '../chat-reply.ts'

export const textStyles = ['xml', 'json', 'function', 'deepseek'] as const
export type TextStyle = (typeof textStyles)[number]

/** A call the way servers without a parser let it through. */
export function callAsText(call: FakeCall, style: TextStyle): string {
  const json = `{"name": ${JSON.stringify(call.name)}, "arguments": ${call.arguments}}`
  if (style === 'json') return `\`\`\`json\n${json}\n\`\`\``
  if (style === 'deepseek')
    return `<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>${call.name}\n\`\`\`json\n${call.arguments}\n\`\`\`<｜tool▁call▁end｜><｜tool▁calls▁end｜>`
  if (style === 'function') return functionStyle(call)
  return `<tool_call>\n${json}\n</tool_call>`
}

function functionStyle(call: FakeCall): string {
  const args = JSON.parse(call.arguments) as Record<string, unknown>
  const lines = Object.entries(args).map(
    ([key, value]) =>
      `<parameter=${key}>\n${typeof value === 'string' ? value : JSON.stringify(value)}\n</parameter>`,
  )
  return [`<tool_call>`, `<function=${call.name}>`, ...lines, '</function>', '</tool_call>'].join('\n')
}
