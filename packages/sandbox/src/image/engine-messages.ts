import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'

/** One line of what the engine says while it pulls, imports or builds. */
export interface EngineMessage {
  stream?: string
  status?: string
  id?: string
  error?: string
  progressDetail?: { current?: number; total?: number }
}

/** Reads to the end; throws with the engine's own words when one of the lines is an error. */
export async function followMessages(
  stream: NodeJS.ReadableStream,
  onMessage: (message: EngineMessage) => void,
): Promise<void> {
  for await (const line of createInterface({ input: stream as Readable })) {
    if (line.trim() === '') continue
    const message = JSON.parse(line) as EngineMessage
    onMessage(message)
    if (message.error) throw new Error(message.error)
  }
}
