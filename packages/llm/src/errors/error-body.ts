import { isObject, listAt, parseJson, textAt } from '../wire/json-value.ts'

/** The words and codes of an error body, wherever this server puts them. */
export interface ErrorBody {
  message: string
  /** code, type and status words, joined */
  codes: string
  /** the body is a web page */
  html: boolean
  empty: boolean
}

export function readErrorBody(text: string): ErrorBody {
  const trimmed = text.trim()
  const html = /^<(?:!doctype|html|head|body|\?xml)/i.test(trimmed)
  if (html) return { message: pageTitle(trimmed), codes: '', html, empty: false }
  const parsed = parseJson(trimmed)
  const value = Array.isArray(parsed) ? parsed[0] : parsed
  if (!isObject(value)) {
    return { message: trimmed.slice(0, 1_000), codes: '', html, empty: trimmed === '' }
  }
  return { ...readErrorValue(value), html, empty: false }
}

/** The same for an error object that came inside a stream. */
export function readErrorValue(value: unknown): { message: string; codes: string } {
  if (typeof value === 'string') return { message: value.slice(0, 1_000), codes: '' }
  if (!isObject(value)) return { message: '', codes: '' }
  const inner = value.error ?? value.errors ?? undefined
  const error = Array.isArray(inner) ? inner[0] : inner
  const source = isObject(error) ? error : value
  const words = [
    typeof error === 'string' ? error : undefined,
    textAt(source, 'message'),
    textAt(source, 'msg'),
    textAt(source, 'detail') ?? details(source),
    upstream(source),
  ]
  const codes = [source, value].flatMap((from) =>
    ['code', 'type', 'status', 'error_code', 'param'].map((key) => from[key]),
  )
  const message = words.find((text) => text !== undefined && text !== '') ?? JSON.stringify(value)
  return {
    message: [message, upstream(source)]
      .filter((text, at) => text && (at === 0 || text !== message))
      .join(' – ')
      .slice(0, 1_000),
    codes: codes.filter((code) => typeof code === 'string' || typeof code === 'number').join(' '),
  }
}

// FastAPI: [{loc: ["body", "tools"], msg: "Extra inputs are not permitted"}]
function details(source: Record<string, unknown>): string | undefined {
  const lines = listAt(source, 'detail').flatMap((entry) => {
    const words = textAt(entry, 'msg')
    return words ? [`${listAt(entry, 'loc').join('.')}: ${words}`] : []
  })
  return lines.length > 0 ? lines.join('; ') : undefined
}

// OpenRouter wraps the provider's own words; they say more than "Provider returned error".
function upstream(source: Record<string, unknown>): string | undefined {
  const metadata = source.metadata
  const raw = textAt(metadata, 'raw')
  if (!raw) return undefined
  const parsed = parseJson(raw)
  return isObject(parsed) ? readErrorValue(parsed).message : raw
}

const pageTitle = (html: string) =>
  /<title[^>]*>([^<]{1,200})/i.exec(html)?.[1]?.trim() ??
  html
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, 200)
