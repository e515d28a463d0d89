import type { ToolCall, ToolSpec } from '../chat-model.ts'

/** What a model without function calling is told, at the end of the system message. */
export function textProtocol(tools: readonly ToolSpec[]): string {
  const listed = tools.map(({ name, description, parameters }) =>
    JSON.stringify({ name, description, parameters }),
  )
  return [
    '',
    '# Tools',
    'You act by calling tools. To call one, write exactly this, and nothing after it:',
    '<tool_call>',
    '{"name": "tool_name", "arguments": {"parameter": "value"}}',
    '</tool_call>',
    'One object between the tags, valid JSON, a tool of the list below. Several calls: several such blocks.',
    'The results come in the next message, each in <tool_result> tags. Never write a <tool_result> yourself.',
    '',
    '<tools>',
    ...listed,
    '</tools>',
  ].join('\n')
}

/** A past call, as that model would have written it. */
export const callAsText = ({ name, arguments: given }: ToolCall) =>
  `<tool_call>\n{"name": ${JSON.stringify(name)}, "arguments": ${given}}\n</tool_call>`

/** A past result, as that model reads it. */
export const resultAsText = (name: string, content: string) =>
  `<tool_result name=${JSON.stringify(name)}>\n${content}\n</tool_result>`
