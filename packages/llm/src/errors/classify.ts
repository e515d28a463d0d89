import { ModelError, type ModelErrorClass } from '../chat-model.ts'
import { isLoopback } from '../wire/private-host.ts'
import { readErrorBody, readErrorValue } from './error-body.ts'
import { redact } from './redact.ts'
import { readRetryAfter } from './retry-after.ts'

/** Where a request went; everything a person needs to find the setting to change. */
export interface Target {
  baseUrl: string
  model: string
  secrets: readonly string[]
}

interface Facts {
  status: number
  words: string
  codes: string
  html: boolean
  empty: boolean
  retryAfterMs?: number
}

const overflow =
  /context[ _]length|context window|maximum context|prompt is too long|input is too long|too many (?:input )?tokens|exceeds? (?:the )?(?:model'?s? )?(?:maximum |available )?(?:context|input|token)|exceed_context_size|reduce the length|input token count|range of input length|n_ctx|larger than the context|request_too_large|token limit exceeded|tokens? (?:to keep|exceed)|context_length_exceeded|string_above_max_length|model_context_window_exceeded/i
const filtered =
  /content[ _-]?(?:filter|policy|management)|data_inspection_failed|sensitive|responsible ?ai|safety (?:system|filter|settings)|prohibited_content|\b1301\b|content exists risk|inappropriate content/i
const noMoney =
  /insufficient[ _]?(?:quota|balance|funds|credit)|billing|exceeded your current quota|balance|arrear|\b1113\b|payment required|out of credits|credit limit|spending limit/i
const busy =
  /rate[ _-]?limit|too many requests|throttl|overloaded|resource_exhausted|tokens per min|requests per min|\b130[25]\b|engine_overloaded/i
const badKey = /api[ _-]?key|unauthorized|authenti|invalid_api_key|access token|permission|forbidden/i
const noModel =
  /model[^.]{0,80}(?:not exist|not found|does not exist|unknown|no such|not available|isn't loaded|no longer)|(?:no|unknown|invalid) model|model_not_found|no models loaded/i
const unsupported =
  /unsupported|not support|unrecognized|unknown (?:variant|field|parameter|name)|extra (?:inputs|fields)|not permitted|invalid_parameter|unexpected keyword|only the default/i

// The first that holds decides. Money before rate: both come as 429, and waiting helps only one of them.
const table: [ModelErrorClass, (facts: Facts) => boolean][] = [
  [
    'overflow',
    ({ status, words, codes }) =>
      status === 413 || (status < 500 && status !== 429 && overflow.test(`${codes} ${words}`)),
  ],
  [
    'content_filter',
    ({ status, words, codes }) => status < 500 && status !== 429 && filtered.test(`${codes} ${words}`),
  ],
  [
    'rate_limit',
    ({ status, retryAfterMs, words }) =>
      status === 429 && retryAfterMs !== undefined && !/insufficient/.test(words),
  ],
  [
    'quota',
    ({ status, words, codes }) => status === 402 || (status < 500 && noMoney.test(`${codes} ${words}`)),
  ],
  [
    'rate_limit',
    ({ status, words, codes }) =>
      status === 429 || status === 529 || (status !== 400 && busy.test(`${codes} ${words}`)),
  ],
  [
    'auth',
    ({ status, words }) =>
      status === 401 ||
      status === 403 ||
      (status === 400 && /api[ _-]?key (?:not valid|is invalid|invalid|expired)/i.test(words)),
  ],
  [
    'not_found',
    ({ status, words, codes }) =>
      status === 404 || (status < 500 && noModel.test(`${codes} ${words}`) && !unsupported.test(words)),
  ],
  ['invalid_request', ({ status }) => status === 599],
  ['server', ({ status }) => status >= 500 || status === 408 || status === 409 || status === 425],
  ['unsupported', ({ words, codes }) => unsupported.test(`${codes} ${words}`)],
]

/** An answer that is no success, as an error that says what to do. */
export function errorFromResponse(
  response: { status: number; headers: { get(name: string): string | null } },
  body: string,
  target: Target,
  now: number,
): ModelError {
  const { message, codes, html, empty } = readErrorBody(body)
  const retryAfterMs = readRetryAfter(response.headers, body.slice(0, 10_000), now)
  return toError({ status: response.status, words: message, codes, html, empty, retryAfterMs }, target)
}

/** An error that came inside a stream of status 200. */
export function errorFromStream(value: unknown, target: Target, now: number): ModelError {
  const { message, codes } = readErrorValue(value)
  const code = Number(/\b([45]\d\d)\b/.exec(codes)?.[1] ?? 500)
  const retryAfterMs = readRetryAfter(undefined, message, now)
  return toError({ status: code, words: message, codes, html: false, empty: false, retryAfterMs }, target)
}

/** A request that never got an answer: refused, reset, no such host, no trust. */
export function errorFromNetwork(cause: unknown, target: Target): ModelError {
  const codes = causeCodes(cause)
  const url = redact(target.baseUrl, target.secrets)
  const { hostname, port } = new URL(target.baseUrl)
  const words = redact(codes.join(' ') || String(cause), target.secrets)
  const untrusted = codes.some((code) => /CERT|SELF_SIGNED|UNABLE_TO_VERIFY|ALTNAME/.test(code))
  return new ModelError('network', `The model server at ${url} cannot be reached (${words})`, {
    cause,
    providerText: words,
    hint: untrusted
      ? 'Its certificate is not trusted: name its CA file in EXTRA_CA_CERTS.'
      : isLoopback(hostname)
        ? `Is it running? If Deskhand runs in a container, "${hostname}" is that container: use http://host.docker.internal:${port || 80} instead.`
        : 'Check the base URL, the network and the proxy settings.',
  })
}

function toError(facts: Facts, target: Target): ModelError {
  const kind = table.find(([, holds]) => holds(facts))?.[0] ?? 'invalid_request'
  const providerText = redact(providerWords(facts), target.secrets)
  return new ModelError(kind, `${sentence(kind, facts, target)}${providerText ? `: ${providerText}` : ''}`, {
    status: facts.status,
    retryAfterMs: facts.retryAfterMs,
    hint: hint(kind, facts, target),
    providerText,
  })
}

// A 404 without a word about the model is about the path.
function providerWords({ status, words, codes, html, empty }: Facts): string {
  if (status === 404 && (html || empty || !noModel.test(`${codes} ${words}`))) {
    return `no such path (the base URL may lack /v1)${words ? `: ${words}` : ''}`
  }
  return words
}

function sentence(kind: ModelErrorClass, facts: Facts, { baseUrl, model, secrets }: Target): string {
  const where = `${model} at ${redact(baseUrl, secrets)}`
  if (facts.html) return `${where} answered ${facts.status} with a web page`
  const said: Partial<Record<ModelErrorClass, string>> = {
    rate_limit: `${where} asks for fewer requests (${facts.status})`,
    quota: `The account behind ${where} has no credit left (${facts.status})`,
    auth: `${where} refuses the key (${facts.status})`,
    not_found: `There is no ${where} (${facts.status})`,
    overflow: `The request is too large for ${where}`,
    content_filter: `${where} refused this content`,
    server: `${where} failed (${facts.status})`,
  }
  return said[kind] ?? `${where} refused the request (${facts.status})`
}

function hint(kind: ModelErrorClass, facts: Facts, { baseUrl, model }: Target): string | undefined {
  if (facts.html) return 'Check the base URL: a model server answers with JSON, usually under /v1.'
  switch (kind) {
    case 'auth':
      return badKey.test(facts.words) || facts.status === 401
        ? 'Check the API key in Settings (API_KEY).'
        : 'The key may not use this model: check it in Settings (API_KEY, MODEL_NAME).'
    case 'quota':
      return 'Top up the account, or choose another model in Settings.'
    case 'not_found':
      return noModel.test(`${facts.codes} ${facts.words}`)
        ? `Check the model name "${model}" in Settings (MODEL_NAME).`
        : `Check the base URL ${redact(baseUrl)} in Settings (API_BASE).`
    case 'overflow':
      return 'Set the context window of this model in Settings (CONTEXT_WINDOW).'
    case 'unsupported':
    case 'invalid_request':
      return 'The connection test in Settings shows what this server takes.'
    default:
      return undefined
  }
}

function causeCodes(error: unknown): string[] {
  const codes: string[] = []
  for (let at: unknown = error; at instanceof Error && codes.length < 5; at = at.cause) {
    const code = (at as { code?: unknown }).code
    if (typeof code === 'string') codes.push(code)
    else if (at.cause === undefined) codes.push(at.message)
    if (at instanceof AggregateError) codes.push(...at.errors.flatMap(causeCodes).slice(0, 1))
  }
  return [...new Set(codes)]
}
