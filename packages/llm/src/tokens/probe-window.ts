import type { Fetch } from '../wire/connect.ts'
import type { ServerAddress } from '../wire/endpoint.ts'
import { isObject, listAt, numberAt, objectAt, parseJson, textAt } from '../wire/json-value.ts'

export interface FoundWindow {
  /** tokens */
  contextWindow: number
  /** which of the server's pages said so */
  from: string
}

interface Server {
  address: ServerAddress
  headers: Record<string, string>
  fetch: Fetch
  signal: AbortSignal
}
interface Probe {
  /** beside the base URL: below the host, or below /v1 */
  path: string
  at: 'host' | 'base'
  body?: (model: string) => unknown
  read(answer: unknown, model: string): number | undefined
}

// What is really loaded comes before what a model could do.
const probes: Probe[] = [
  { path: '/models', at: 'base', read: fromModels },
  { path: '/api/v0/models', at: 'host', read: fromLmStudio },
  { path: '/api/ps', at: 'host', read: fromOllamaPs },
  { path: '/api/show', at: 'host', body: (model) => ({ model }), read: fromOllamaShow },
  { path: '/props', at: 'host', read: fromLlamaCpp },
]

/** The window this server serves this model with, from the first page that says it. */
export async function probeWindow(server: Server): Promise<FoundWindow | undefined> {
  for (const probe of probes) {
    const answer = await ask(server, probe)
    const contextWindow = answer === undefined ? undefined : probe.read(answer, server.address.model)
    if (contextWindow !== undefined && contextWindow >= 512) return { contextWindow, from: probe.path }
  }
  return undefined
}

async function ask({ address, headers, fetch, signal }: Server, probe: Probe): Promise<unknown> {
  const base = probe.at === 'base' ? address.baseUrl : new URL(address.baseUrl).origin
  const body = probe.body?.(address.model)
  try {
    const response = await fetch(`${base}${probe.path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { ...headers, accept: 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: AbortSignal.any([signal, AbortSignal.timeout(5_000)]),
    })
    const text = await response.text()
    return response.status === 200 ? parseJson(text) : undefined
  } catch {
    // A server that lacks this page may answer anything or hang; the next page is asked.
    signal.throwIfAborted()
    return undefined
  }
}

const sameModel = (id: string | undefined, model: string) =>
  id !== undefined && (id === model || id === `${model}:latest` || id.endsWith(`/${model}`))

/** vLLM, OpenRouter, Groq, Mistral, DashScope: in the list of models. */
function fromModels(answer: unknown, model: string): number | undefined {
  const list = listAt(answer, 'data')
  const row =
    list.find((entry) => sameModel(textAt(entry, 'id'), model)) ?? (list.length === 1 ? list[0] : undefined)
  const names = ['max_model_len', 'context_length', 'context_window', 'max_context_length']
  return names.map((name) => numberAt(row, name)).find((value) => value !== undefined)
}

function fromLmStudio(answer: unknown, model: string): number | undefined {
  const row = listAt(answer, 'data').find((entry) => sameModel(textAt(entry, 'id'), model))
  return numberAt(row, 'loaded_context_length') ?? numberAt(row, 'max_context_length')
}

function fromOllamaPs(answer: unknown, model: string): number | undefined {
  const row = listAt(answer, 'models').find((entry) => sameModel(textAt(entry, 'name'), model))
  return numberAt(row, 'context_length')
}

// `model_info` says what the model was trained for; only num_ctx says what Ollama gives it.
function fromOllamaShow(answer: unknown): number | undefined {
  const match = /^\s*num_ctx\s+(\d+)/m.exec(textAt(answer, 'parameters') ?? '')
  return match ? Number(match[1]) : undefined
}

function fromLlamaCpp(answer: unknown): number | undefined {
  return isObject(answer)
    ? (numberAt(objectAt(answer, 'default_generation_settings'), 'n_ctx') ?? numberAt(answer, 'n_ctx'))
    : undefined
}
