import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import type { Action } from './actions.ts'

/** `Infinity` ms is a silence that only the client ends. Rejects when the signal aborts. */
export type Sleep = (ms: number, signal: AbortSignal) => Promise<void>
export const realSleep: Sleep = (ms, signal) =>
  ms === Infinity ? left(signal) : delay(ms, undefined, { signal })

const left = (signal: AbortSignal) =>
  new Promise<void>((_, reject) => {
    if (signal.aborted) reject(signal.reason)
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })

/** Plays actions on a response until they end or the client goes away. Resolves in both cases. */
export async function play(
  response: ServerResponse,
  actions: readonly Action[],
  sleep: Sleep,
): Promise<'ended' | 'left'> {
  const gone = new AbortController()
  response.once('close', () => gone.abort())
  try {
    for (const action of actions) {
      if (gone.signal.aborted) return 'left'
      await playOne(response, action, sleep, gone.signal)
    }
  } catch (error) {
    if (!gone.signal.aborted) throw error
    return 'left'
  }
  return 'ended'
}

async function playOne(
  response: ServerResponse,
  action: Action,
  sleep: Sleep,
  gone: AbortSignal,
): Promise<void> {
  if (action.type === 'head') {
    response.writeHead(action.status, action.headers)
    response.flushHeaders()
  } else if (action.type === 'send') {
    if (!response.write(action.bytes)) await onceDrained(response, gone)
  } else if (action.type === 'wait') {
    await sleep(action.ms, gone)
  } else if (action.type === 'hang') {
    await sleep(Infinity, gone)
  } else if (action.type === 'reset') {
    response.socket?.resetAndDestroy()
  } else {
    response.end()
  }
}

async function onceDrained(response: ServerResponse, gone: AbortSignal): Promise<void> {
  await once(response, 'drain', { signal: gone })
}
