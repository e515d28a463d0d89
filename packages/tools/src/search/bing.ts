import { fetchJson, hits, type SearchProvider } from './provider.ts'
import { type ResultPage, readResultPage } from './result-page.ts'

const FRESHNESS = { day: 'Day', week: 'Week', month: 'Month', year: undefined }
const FILTER = { day: 'ex1:"ez1"', week: 'ex1:"ez2"', month: 'ex1:"ez3"', year: undefined }

export const bingPage: ResultPage = {
  engine: 'bing',
  url: ({ query, recency }) => {
    const filter = recency && FILTER[recency]
    return `https://www.bing.com/search?${new URLSearchParams({ q: query, ...(filter && { filters: filter }) })}`
  },
  own: /(^|\.)bing\.com$|^(go|privacy|choice)\.microsoft\.com$/,
}

/** With a key its API, without one its result page. */
export const bing: SearchProvider = {
  name: 'bing',
  settings: [
    {
      key: 'BING_SEARCH_API_KEY',
      secret: true,
      help: 'Key of the Bing Web Search API; without it the result page is read',
    },
  ],
  ready: () => true,
  async search(query, context) {
    const key = context.values.BING_SEARCH_API_KEY
    if (!key) return readResultPage(bingPage, query, context)
    const url = new URL('https://api.bing.microsoft.com/v7.0/search')
    url.searchParams.set('q', query.query)
    url.searchParams.set('count', String(query.count))
    const freshness = query.recency && FRESHNESS[query.recency]
    if (freshness) url.searchParams.set('freshness', freshness)
    const body = await fetchJson(context, url, { headers: { 'ocp-apim-subscription-key': key } })
    const pages = body.webPages as { value?: unknown } | undefined
    return hits(
      pages?.value,
      (row) => ({ title: row.name, url: row.url, snippet: row.snippet, date: row.datePublished }),
      query.count,
    )
  },
}
