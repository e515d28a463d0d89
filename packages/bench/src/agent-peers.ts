import type { ChatMessage, ToolSpec } from '@deskhand/llm'
import { type AgentScript, argumentsOf, CALLS_PER_STEP } from './agent-script.ts'
import { TokenMeter } from './token-meter.ts'

/** How another agent keeps its history, on the same script, system prompt and tools. */
export interface PeerPolicy {
  key: string
  cut(result: string): string
  /** said before each call, and kept */
  prompt?: string
  /** what of the history is sent */
  window?(messages: readonly ChatMessage[]): ChatMessage[]
  afterStep?(messages: ChatMessage[]): void
}

const headOf = (most: number) => (text: string) =>
  text.length <= most ? text : `${text.slice(0, most)}\n[truncated]`
const PROMPT = 'Based on the current state and what has been done so far, decide what to do next. '
  .repeat(6)
  .slice(0, 420)

export const peers: readonly PeerPolicy[] = [
  { key: 'append', cut: (text) => text },
  {
    key: 'aimanus',
    cut: headOf(16_000),
    afterStep(messages) {
      const old = messages.length - 10
      messages.forEach((message, at) => {
        if (at < old && message.role === 'tool') messages[at] = { ...message, content: '{"elided":true}' }
      })
    },
  },
  { key: 'openmanus', cut: headOf(10_000), prompt: PROMPT, window: (messages) => messages.slice(-100) },
]

/** Tokens that the policy sends over the whole script, one thread for everything. */
export function playPeer(
  script: AgentScript,
  policy: PeerPolicy,
  system: string,
  tools: readonly ToolSpec[],
): TokenMeter {
  const meter = new TokenMeter()
  const messages: ChatMessage[] = [{ role: 'user', content: 'Do the work.' }]
  const send = () => {
    if (policy.prompt) messages.push({ role: 'user', content: policy.prompt })
    const shown = policy.window?.(messages) ?? messages
    meter.add([{ role: 'system', content: system }, ...shown], tools)
  }
  for (const [at, call] of script.calls.entries()) {
    send()
    const id = `call${at}`
    const calls = [{ id, name: call.tool, arguments: JSON.stringify(argumentsOf(call, at)) }]
    messages.push({ role: 'assistant', content: call.text, calls })
    messages.push({ role: 'tool', callId: id, name: call.tool, content: policy.cut(call.result) })
    if ((at + 1) % CALLS_PER_STEP !== 0) continue
    send()
    messages.push({ role: 'assistant', content: call.text, calls: [] })
    policy.afterStep?.(messages)
  }
  return meter
}
