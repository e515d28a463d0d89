import { fetchJson, hits, type SearchProvider } from './provider.ts'

const FRESHNESS = { day: 'pd', week: 'pw', month: 'pm', year: 'py' }

export const brave: SearchProvider = {
  name: 'brave',
  settings: [{ key: 'BRAVE_API_KEY', secret: true, help: 'Subscription token of the Brave Search API' }],
  ready: (values) => Boolean(values.BRAVE_API_KEY),
  needs: 'BRAVE_API_KEY',
  async search({ query, count, recency }, context) {
    const url = new URL('https://api.search.brave.com/res/v1/web/search')
    url.searchParams.set('q', query)
    url.searchParams.set('count', String(count))
    if (recency) url.searchParams.set('freshness', FRESHNESS[recency])
    const body = await fetchJson(context, url, {
      headers: { accept: 'application/json', 'x-subscription-token': context.values.BRAVE_API_KEY ?? '' },
    })
    const web = body.web as { results?: unknown } | undefined
    return hits(
      web?.results,
      (row) => ({ title: row.title, url: row.url, snippet: row.description, date: row.age }),
      count,
    )
  },
}
