import type { World } from '../world.ts'

export interface SearchQuery {
  query: string
  /** results wanted, 1 to 20 */
  count: number
  recency?: 'day' | 'week' | 'month' | 'year'
}
export interface SearchHit {
  title: string
  url: string
  snippet: string
  /** as the engine writes it */
  date?: string
}

/** One search engine or service. A provider brings its own settings; one more is a file and a line in index.ts. */
export interface SearchProvider {
  name: string
  /** keys it reads from the settings, with a word for people */
  settings: readonly { key: string; secret: boolean; help: string }[]
  /** false: its settings lack something, said by `needs` */
  ready(values: Values): boolean
  needs?: string
  /** Throws SearchFailed with a sentence; an empty list is an answer. */
  search(query: SearchQuery, context: SearchContext): Promise<SearchHit[]>
}
export type Values = Readonly<Record<string, string | undefined>>
export interface SearchContext {
  values: Values
  fetch: typeof fetch
  world: World
  signal: AbortSignal
}
export class SearchFailed extends Error {
  override name = 'SearchFailed'
}

/** JSON of an HTTP answer, or SearchFailed in words that hold no key. */
export async function fetchJson(
  context: SearchContext,
  url: string | URL,
  init: RequestInit = {},
): Promise<Record<string, unknown>> {
  let response: Response
  try {
    response = await context.fetch(url, { ...init, signal: context.signal })
  } catch (cause) {
    context.signal.throwIfAborted()
    throw new SearchFailed(`${new URL(url).host} could not be reached`, { cause })
  }
  if (!response.ok) throw new SearchFailed(`${new URL(url).host} answered ${response.status}`)
  const body: unknown = await response.json().catch(() => undefined)
  if (body === null || typeof body !== 'object')
    throw new SearchFailed(`${new URL(url).host} did not answer with JSON`)
  return body as Record<string, unknown>
}

/** Hits out of a list of unknown objects; rows without an address are left out. */
export function hits(
  rows: unknown,
  pick: (row: Record<string, unknown>) => { title: unknown; url: unknown; snippet: unknown; date?: unknown },
  count: number,
): SearchHit[] {
  if (!Array.isArray(rows)) return []
  const found: SearchHit[] = []
  for (const row of rows) {
    if (row === null || typeof row !== 'object') continue
    const { title, url, snippet, date } = pick(row as Record<string, unknown>)
    if (typeof url !== 'string' || !/^https?:\/\//.test(url)) continue
    found.push({
      title: typeof title === 'string' ? title : url,
      url,
      snippet: typeof snippet === 'string' ? snippet : '',
      date: typeof date === 'string' ? date : undefined,
    })
    if (found.length === count) break
  }
  return found
}
