import { type Assembled, Assembler } from '../assemble/assembler.ts'
import { type Clock, ModelError, type ReplyDelta } from '../chat-model.ts'
import { errorFromNetwork, errorFromResponse, errorFromStream, type Target } from '../errors/classify.ts'
import type { Fetch, FetchResponse } from './connect.ts'
import { isObject, type JsonObject, textAt } from './json-value.ts'
import { readChunks } from './read-chunks.ts'
import { send } from './send.ts'
import type { Watch } from './watch.ts'

export interface OnceOptions {
  url: string
  headers: Record<string, string>
  body: JsonObject
  target: Target
  fetch: Fetch
  clock: Clock
  watch: Watch
  signal: AbortSignal
  isTool(name: string): boolean
  onDeltas(deltas: ReplyDelta[]): void
  /** each chunk as it came, for traces */
  onChunk?(chunk: unknown): void
}

/**
 * Sends one request and reads its reply to the end. Throws ModelError for whatever is no complete reply, and the
 * signal's reason when it aborts; in both cases the socket is closed.
 */
export async function requestOnce(options: OnceOptions): Promise<Assembled> {
  const { watch, signal } = options
  // Leaving by an error must also close the socket, so that the server stops to generate.
  const leave = new AbortController()
  try {
    return await exchange(options, AbortSignal.any([signal, watch.signal, leave.signal]))
  } catch (error) {
    leave.abort()
    if (signal.aborted) throw signal.reason
    throw watch.error ?? error
  } finally {
    watch.stop()
  }
}

async function exchange(options: OnceOptions, signal: AbortSignal): Promise<Assembled> {
  const { url, headers, body, target, fetch, clock } = options
  const response = await send({ url, headers, body, fetch, signal }).catch((cause: unknown) => {
    throw errorFromNetwork(cause, target)
  })
  if (response.status < 200 || response.status > 299) {
    const words = await response.text().catch(() => '')
    throw errorFromResponse(response, words.slice(0, 200_000), target, clock.now())
  }
  return readReply(response, options)
}

async function readReply(response: FetchResponse, options: OnceOptions): Promise<Assembled> {
  const { target, clock, watch, onChunk, onDeltas, isTool } = options
  const assembler = new Assembler(isTool)
  let garbage: string | undefined
  let broken: unknown
  const body = response.body ?? emptyBody()
  try {
    for await (const part of readChunks(body, response.headers.get('content-type') ?? '')) {
      if (part.type === 'done') {
        assembler.done()
        break
      }
      if (part.type === 'garbage') {
        // A broken line is a hole in the reply; other words ("ping", a web page) are none.
        if (/^[{[]/.test(part.text)) throw new Error(`a line is no whole JSON: ${part.text.slice(0, 200)}`)
        garbage ??= part.text
        continue
      }
      onChunk?.(part.value)
      const error = chunkError(part.value, part.event)
      if (error !== undefined) throw errorFromStream(error, target, clock.now())
      const deltas = assembler.push(part.value)
      if (deltas.length > 0) {
        watch.talked()
        onDeltas(deltas)
      }
      if (assembler.ended) watch.ended()
    }
  } catch (error) {
    if (error instanceof ModelError) throw error
    // What breaks after the server said how it ended breaks nothing.
    if (!assembler.ended) broken = error
  }
  const { assembled, deltas } = assembler.end()
  onDeltas(deltas)
  if (assembled.ended && !assembled.noChoices && broken === undefined) return assembled
  throw unfinished(assembled, { garbage, broken, response, target, now: clock.now() })
}

/** The error inside a chunk of status 200, in the shapes of OpenAI, vLLM, OpenRouter and DashScope. */
function chunkError(chunk: JsonObject, event: string | undefined): unknown {
  const choices = Array.isArray(chunk.choices) ? chunk.choices : []
  const failed = choices.find((choice) => textAt(choice, 'finish_reason') === 'error')
  if (chunk.error && (isObject(chunk.error) || typeof chunk.error === 'string')) return chunk
  if (isObject(failed))
    return isObject(failed.error) ? failed : { message: 'the provider ended with an error' }
  if (chunk.object === 'error' || chunk.type === 'error' || event === 'error') return chunk
  const bare = choices.length === 0 && chunk.usage === undefined && chunk.object === undefined
  return bare && (chunk.code !== undefined || chunk.detail !== undefined) && !isObject(chunk.message)
    ? chunk
    : undefined
}

interface Circumstances {
  garbage?: string
  broken?: unknown
  response: FetchResponse
  target: Target
  now: number
}

function unfinished(
  assembled: Assembled,
  { garbage, broken, response, target, now }: Circumstances,
): ModelError {
  if (assembled.noChoices && garbage !== undefined) {
    const isPage = garbage.startsWith('<')
    // Words with status 200 are some gateway's way to fail; a page is the wrong address.
    return errorFromResponse({ status: isPage ? 200 : 500, headers: response.headers }, garbage, target, now)
  }
  if (assembled.noChoices && broken === undefined) {
    return new ModelError('empty', `The server at ${target.baseUrl} returned no choices`, {
      hint: 'Check that MODEL_NAME is a chat model of this server.',
    })
  }
  return new ModelError('cut', `The reply of ${target.model} broke off before its end`, {
    cause: broken,
    ...(broken instanceof Error && { providerText: broken.message }),
  })
}

async function* emptyBody(): AsyncGenerator<Uint8Array> {}
