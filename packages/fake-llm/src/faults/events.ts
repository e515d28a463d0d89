import { z } from 'zod'
import type { Chunk, Said, WireCall, WireEvent } from '../wire/chunks.ts'
import { defineFault, noParams } from './fault.ts'

type EachCall = (call: WireCall) => WireCall

function mapCalls(events: WireEvent[], change: EachCall): WireEvent[] {
  const inSaid = (said: Said | undefined) =>
    said?.tool_calls ? { ...said, tool_calls: said.tool_calls.map(change) } : said
  return mapChunks(events, (chunk) => ({
    ...chunk,
    ...(chunk.choices && {
      choices: chunk.choices.map(({ delta, message, ...choice }) => ({
        ...choice,
        ...(delta && { delta: inSaid(delta) }),
        ...(message && { message: inSaid(message) }),
      })),
    }),
  }))
}

const mapChunks = (events: WireEvent[], change: (chunk: Chunk) => Chunk): WireEvent[] =>
  events.map((event) => ('json' in event ? { json: change(event.json) } : event))

const callsIn = (event: WireEvent): WireCall[] =>
  'json' in event
    ? (event.json.choices ?? []).flatMap(({ delta, message }) => (delta ?? message)?.tool_calls ?? [])
    : []

const streamErrors = {
  openai: {
    error: {
      message: 'The server had an error while processing your request.',
      type: 'server_error',
      code: null,
      param: null,
    },
  },
  vllm: {
    object: 'error',
    message: 'EngineCore encountered an issue.',
    type: 'InternalServerError',
    param: null,
    code: 500,
  },
  openrouter: {
    id: 'gen-1',
    object: 'chat.completion.chunk',
    error: { code: 502, message: 'Provider disconnected unexpectedly' },
    choices: [{ index: 0, delta: { content: '' }, finish_reason: 'error' }],
  },
}

export const eventFaults = [
  defineFault({
    name: 'noIndex',
    about: 'deltas of calls have no index',
    params: noParams,
    events: (events) => mapCalls(events, ({ index: _, ...call }) => call),
  }),
  defineFault({
    name: 'reusedIndex',
    about: 'every call has index 0',
    params: noParams,
    events: (events) => mapCalls(events, (call) => ({ ...call, index: 0 })),
  }),
  defineFault({
    name: 'oneBasedIndex',
    about: 'calls count from 1, later deltas have a blank id, finish says stop',
    params: noParams,
    events: (events) =>
      mapChunks(
        mapCalls(events, (call) => ({
          ...call,
          index: (call.index ?? 0) + 1,
          ...(call.id === undefined && { id: '', function: { name: null, ...call.function } }),
        })),
        (chunk) => ({
          ...chunk,
          ...(chunk.choices && {
            choices: chunk.choices.map((choice) => ({
              ...choice,
              finish_reason: choice.finish_reason && 'stop',
            })),
          }),
        }),
      ),
  }),
  defineFault({
    name: 'dupIds',
    about: 'every call of every reply has the id call_0',
    params: noParams,
    events: (events) => mapCalls(events, (call) => (call.id ? { ...call, id: 'call_0' } : call)),
  }),
  defineFault({
    name: 'noIds',
    about: 'calls have no id',
    params: noParams,
    events: (events) => mapCalls(events, ({ id: _, ...call }) => call),
  }),
  defineFault({
    name: 'objectArgs',
    about: 'arguments are an object, whole in one delta',
    params: noParams,
    events(events) {
      // The pieces of a call are gathered into its first delta.
      const whole = new Map<number, string>()
      for (const event of events)
        for (const call of callsIn(event))
          whole.set(
            call.index ?? 0,
            (whole.get(call.index ?? 0) ?? '') + String(call.function?.arguments ?? ''),
          )
      const kept = events.filter((event) => callsIn(event).every((call) => call.function?.name))
      return mapCalls(kept, (call) => ({
        ...call,
        function: { name: call.function?.name, arguments: JSON.parse(whole.get(call.index ?? 0) || '{}') },
      }))
    },
  }),
  defineFault({
    name: 'emptyChoices',
    about: 'chunks with choices: [], without choices and without delta among the others',
    params: noParams,
    events: (events) => [
      { json: { choices: [] } },
      { json: { object: 'chat.completion.chunk' } },
      ...events.slice(0, 1),
      { json: { choices: [{ index: 0, finish_reason: null }] } },
      ...events.slice(1),
    ],
  }),
  defineFault({
    name: 'noUsage',
    about: 'no usage anywhere',
    params: noParams,
    events: (events) =>
      mapChunks(events, ({ usage: _, ...chunk }) => ({
        ...chunk,
        ...(chunk.choices && { choices: chunk.choices.map(({ usage: __, ...choice }) => choice) }),
      })).filter((event) => 'raw' in event || event.json.choices?.length !== 0),
  }),
  defineFault({
    name: 'noDone',
    about: 'the stream ends after its last chunk, without [DONE]',
    params: noParams,
    events: (events) => events.filter((event) => !('raw' in event && event.raw.includes('[DONE]'))),
  }),
  defineFault({
    name: 'errorInStream',
    about: 'after half of the chunks comes an error object, then the end',
    params: z.strictObject({ style: z.enum(['openai', 'vllm', 'openrouter']).default('openai') }),
    variants: [{ style: 'vllm' }, { style: 'openrouter' }],
    events: (events, { style }) => [
      ...events.slice(0, Math.ceil(events.length / 2)),
      { json: streamErrors[style] },
    ],
  }),
  defineFault({
    name: 'noisy',
    about: 'comments, CRLF line ends and data: without a space',
    params: noParams,
    events: (events) =>
      events.flatMap((event) => [
        { raw: ': keep-alive\r\n\r\n' },
        {
          raw:
            'raw' in event
              ? event.raw.replaceAll('\n', '\r\n')
              : `data:${JSON.stringify(event.json)}\r\n\r\n`,
        },
      ]),
  }),
]
