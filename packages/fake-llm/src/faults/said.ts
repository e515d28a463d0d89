import { z } from 'zod'
import type { FakeReply } from '../chat-reply.ts'
import { callAsText, textStyles } from '../wire/call-as-text.ts'
import { defineFault, noParams } from './fault.ts'

const withFirstArguments = (reply: FakeReply, change: (raw: string) => string): FakeReply => ({
  ...reply,
  calls: reply.calls.map((call, nth) => (nth === 0 ? { ...call, arguments: change(call.arguments) } : call)),
})

/** Faults in what the model says. A reply without calls is left as it is where the fault is about calls. */
export const saidFaults = [
  defineFault({
    name: 'badJsonArgs',
    about: "the first call's arguments are no JSON",
    params: noParams,
    reply: (reply) => withFirstArguments(reply, (raw) => `${raw.slice(0, -1)}, "note": "a "quoted" word" [`),
  }),
  defineFault({
    name: 'truncatedArgs',
    about: 'arguments end in the middle; finish says length, or tool_calls although cut',
    params: z.strictObject({ finish: z.enum(['length', 'tool_calls']).default('length') }),
    variants: [{ finish: 'tool_calls' }],
    reply: (reply, { finish }) =>
      reply.calls.length === 0
        ? { ...reply, text: reply.text.slice(0, Math.ceil(reply.text.length / 2)), finish: 'length' }
        : {
            ...withFirstArguments(reply, (raw) => raw.slice(0, Math.max(1, Math.floor(raw.length * 0.6)))),
            finish,
          },
  }),
  defineFault({
    name: 'doubleEncodedArgs',
    about: 'arguments are a JSON string that holds JSON',
    params: noParams,
    reply: (reply) => withFirstArguments(reply, JSON.stringify),
  }),
  defineFault({
    name: 'emptyArgs',
    about: 'arguments are an empty string',
    params: noParams,
    reply: (reply) => withFirstArguments(reply, () => ''),
  }),
  defineFault({
    name: 'emptyAnswer',
    about: 'neither text nor calls, finish stop',
    params: noParams,
    reply: (reply) => ({ ...reply, reasoning: undefined, text: '', calls: [], finish: 'stop' }),
  }),
  defineFault({
    name: 'textToolCall',
    about: 'calls come as text in the content',
    params: z.strictObject({ style: z.enum(textStyles).default('xml') }),
    variants: textStyles.filter((style) => style !== 'xml').map((style) => ({ style })),
    reply: (reply, { style }) => ({
      ...reply,
      text: [reply.text, ...reply.calls.map((call) => callAsText(call, style))].filter(Boolean).join('\n'),
      calls: [],
      finish: 'stop',
    }),
  }),
  defineFault({
    name: 'unknownTool',
    about: 'the first call names a tool that nobody declared',
    params: noParams,
    reply: (reply) => ({
      ...reply,
      calls: reply.calls.map((call, nth) => (nth === 0 ? { ...call, name: 'teleport' } : call)),
    }),
  }),
  defineFault({
    name: 'hugeArgs',
    about: 'two megabytes in one argument that the tool does not know',
    params: z.strictObject({ bytes: z.number().int().min(1).default(2_000_000) }),
    reply: (reply, { bytes }) =>
      withFirstArguments(
        { ...reply, pace: { ...reply.pace, chunkChars: 16_384 } },
        (raw) => `${raw.replace(/\}\s*$/, '')}${raw.length > 2 ? ',' : ''}"padding":"${'x'.repeat(bytes)}"}`,
      ),
  }),
  defineFault({
    name: 'contentFilter',
    about: "cut off by the provider's filter",
    params: noParams,
    reply: (reply) => ({ ...reply, text: reply.text.slice(0, 20), calls: [], finish: 'content_filter' }),
  }),
]
