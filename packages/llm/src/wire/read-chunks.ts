import { isObject, type JsonObject, parseJson } from './json-value.ts'
import { readSse } from './read-sse.ts'

/**
 * What a body holds, one by one. `chunk` is a chat completion chunk or a whole completion; `done` is the server's
 * own word that nothing follows; `garbage` is text that is no JSON (an HTML page, a broken line).
 */
export type WirePart =
  | { type: 'chunk'; value: JsonObject; event?: string }
  | { type: 'done' }
  | { type: 'garbage'; text: string }

/** Reads a 200 body, whether it is an event stream, one JSON document, JSON lines, or something else entirely. */
export async function* readChunks(
  body: AsyncIterable<Uint8Array>,
  contentType: string,
): AsyncGenerator<WirePart> {
  const { head, rest } = await peek(body)
  if (looksLikeEvents(head, contentType)) {
    for await (const { data, event } of readSse(rest)) yield* toParts(data, event)
    return
  }
  const text = await readText(rest)
  const whole = parseJson(text)
  if (whole !== undefined) {
    yield* toParts(text)
    // One whole document is its own end.
    yield { type: 'done' }
  } else for (const line of text.split('\n')) yield* toParts(line)
}

// Some gateways call an event stream text/plain or application/json, so the first bytes have the last word.
function looksLikeEvents(head: string, contentType: string): boolean {
  if (/^\s*(data|event|id|retry)?:/.test(head)) return true
  return contentType.includes('event-stream') && !/^\s*[{<[]/.test(head)
}

function* toParts(data: string, event?: string): Generator<WirePart> {
  const text = data.trim()
  if (text === '') return
  if (text === '[DONE]') {
    yield { type: 'done' }
    return
  }
  const value = parseJson(text)
  const objects = Array.isArray(value) ? value : [value]
  for (const object of objects) {
    if (isObject(object)) yield { type: 'chunk', value: object, ...(event && { event }) }
    else yield { type: 'garbage', text: text.slice(0, 2_000) }
  }
}

async function peek(body: AsyncIterable<Uint8Array>) {
  const iterator = body[Symbol.asyncIterator]()
  const first: Uint8Array[] = []
  let head = ''
  while (head.trim() === '') {
    const next = await iterator.next()
    if (next.done) break
    first.push(next.value)
    head += new TextDecoder().decode(next.value)
  }
  async function* rest() {
    try {
      yield* first
      for (let next = await iterator.next(); !next.done; next = await iterator.next()) yield next.value
    } finally {
      await iterator.return?.()
    }
  }
  return { head, rest: rest() }
}

async function readText(bytes: AsyncIterable<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const chunk of bytes) text += decoder.decode(chunk, { stream: true })
  return text + decoder.decode()
}
