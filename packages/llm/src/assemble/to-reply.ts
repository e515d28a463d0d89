import {
  type FinishReason,
  ModelError,
  type Reply,
  type ReplyRequest,
  type ReplyUsage,
  type ToolCall,
} from '../chat-model.ts'
import { recoverCalls } from '../recover/text-calls.ts'
import { countText } from '../tokens/count-text.ts'
import type { Assembled } from './assembler.ts'
import { readArguments } from './call-arguments.ts'
import { settleId, usedIds } from './call-ids.ts'
import type { CallSlot } from './call-slots.ts'
import { splitLoneClosing } from './think-splitter.ts'

export interface ReplyContext {
  request: ReplyRequest
  isTool(name: string): boolean
  /** tokens of the request as counted here, for a server that reports none */
  countedInput: number
}

/** A finished stream as a reply. Throws ModelError where it is none: filtered, empty. */
export function toReply(assembled: Assembled, context: ReplyContext): Reply {
  const { request, isTool } = context
  const finish = readFinish(assembled.finishReason)
  if (finish === 'filtered') {
    throw new ModelError('content_filter', 'The provider refused this content', {
      providerText: assembled.finishReason,
      hint: 'Another wording, or another model, may be let through.',
    })
  }
  const { text: answer, reasoning } = separate(assembled)
  const recovered =
    assembled.slots.length === 0 && request.tools.length > 0 ? recoverCalls(answer, isTool) : undefined
  const slots: CallSlot[] = recovered
    ? recovered.calls.map((call) => ({ ...call, id: '', extra: {} }))
    : assembled.slots
  const calls = toCalls(slots, finish === 'length', context)
  const text = recovered ? recovered.text : answer
  if (text.trim() === '' && calls.length === 0 && finish !== 'length') throw emptyReply(assembled)
  return {
    text,
    ...(reasoning && { reasoning }),
    calls,
    finish: finish === 'length' ? 'length' : calls.length > 0 ? 'tool_calls' : 'stop',
    usage: toUsage(assembled, context.countedInput),
    ...(recovered && { recovered: true }),
  }
}

/** Every word that servers end with. What is unknown is a stop if anything was said; the caller looks. */
export function readFinish(reason: string | undefined): FinishReason | 'filtered' {
  switch (reason?.toLowerCase()) {
    case 'length':
    case 'max_tokens':
    case 'max_output_tokens':
    case 'model_length':
    case 'model_context_window_exceeded':
      return 'length'
    case 'content_filter':
    case 'content-filter':
    case 'sensitive':
    case 'safety':
    case 'refusal':
    case 'prohibited_content':
    case 'recitation':
      return 'filtered'
    case 'tool_calls':
    case 'tool_use':
    case 'function_call':
      return 'tool_calls'
    default:
      return 'stop'
  }
}

function separate({ text, reasoning }: Assembled) {
  const split = reasoning ? undefined : splitLoneClosing(text)
  return split ? { text: split.text, reasoning: { field: 'think', text: split.think } } : { text, reasoning }
}

function toCalls(slots: readonly CallSlot[], cut: boolean, { request, isTool }: ReplyContext): ToolCall[] {
  const used = usedIds(request.messages)
  const named = slots.filter(({ name, arguments: given }) => name !== '' || given !== undefined)
  return named.map((slot, position) => {
    const last = position === named.length - 1
    const read = readArguments(slot.arguments, cut && last)
    const name = legalName(slot.name, request, isTool)
    const seed = [request.messages.length, position, name, read.arguments].join('\n')
    return {
      id: settleId(slot.id, used, seed),
      name,
      ...read,
      ...(slot.name === '' && name === 'unnamed' && { malformed: 'the call has no name' }),
      ...(Object.keys(slot.extra).length > 0 && { extra: slot.extra }),
    }
  })
}

// The name goes back in the history, where an illegal one is refused for ever.
function legalName(given: string, { tools }: ReplyRequest, isTool: (name: string) => boolean): string {
  const bare = given.trim().replace(/^functions?[.:]/, '')
  if (isTool(bare)) return bare
  if (bare === '') return tools.length === 1 ? tools[0]!.name : 'unnamed'
  return bare.replace(/[^a-zA-Z0-9_-]/g, '_').slice(0, 64)
}

function toUsage({ usage, text, reasoning, slots }: Assembled, countedInput: number): ReplyUsage {
  if (usage && usage.inputTokens > 0) {
    const { inputTokens, outputTokens, cachedTokens, costUsd } = usage
    return { inputTokens, outputTokens, cachedTokens, ...(costUsd !== undefined && { costUsd }) }
  }
  const calls = slots.reduce((sum, slot) => sum + 10 + countText(JSON.stringify(slot.arguments ?? '')), 0)
  const outputTokens = usage?.outputTokens || countText(text) + countText(reasoning?.text ?? '') + calls
  return { inputTokens: countedInput, outputTokens, cachedTokens: 0, estimated: true }
}

function emptyReply({ finishReason, reasoning }: Assembled): ModelError {
  const only = reasoning ? 'only reasoning' : 'nothing'
  return new ModelError('empty', `The model answered ${only}, neither text nor a call`, {
    ...(finishReason && { providerText: finishReason }),
    hint: 'If this repeats, try another model, or a larger MAX_TOKENS.',
  })
}
