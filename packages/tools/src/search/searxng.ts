import { fetchJson, hits, type SearchProvider } from './provider.ts'

// https://docs.searxng.org/dev/search_api.html: JSON must be on in its settings (search.formats).
export const searxng: SearchProvider = {
  name: 'searxng',
  settings: [
    { key: 'SEARXNG_URL', secret: false, help: 'Address of a SearXNG instance that answers in JSON' },
  ],
  ready: (values) => Boolean(values.SEARXNG_URL),
  needs: 'SEARXNG_URL',
  async search({ query, count, recency }, context) {
    const url = new URL('search', `${context.values.SEARXNG_URL?.replace(/\/+$/, '')}/`)
    url.searchParams.set('q', query)
    url.searchParams.set('format', 'json')
    if (recency) url.searchParams.set('time_range', recency)
    const body = await fetchJson(context, url)
    return hits(
      body.results,
      (row) => ({ title: row.title, url: row.url, snippet: row.content, date: row.publishedDate }),
      count,
    )
  },
}
