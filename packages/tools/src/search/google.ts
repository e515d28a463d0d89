import { fetchJson, hits, type SearchProvider } from './provider.ts'

const RESTRICT = { day: 'd1', week: 'w1', month: 'm1', year: 'y1' }

// https://developers.google.com/custom-search/v1/reference/rest/v1/cse/list: at most 10 a request.
export const google: SearchProvider = {
  name: 'google',
  settings: [
    { key: 'GOOGLE_SEARCH_API_KEY', secret: true, help: 'Key of the Google Custom Search JSON API' },
    { key: 'GOOGLE_SEARCH_ENGINE_ID', secret: false, help: 'Id (cx) of the search engine made there' },
  ],
  ready: (values) => Boolean(values.GOOGLE_SEARCH_API_KEY && values.GOOGLE_SEARCH_ENGINE_ID),
  needs: 'GOOGLE_SEARCH_API_KEY and GOOGLE_SEARCH_ENGINE_ID',
  async search({ query, count, recency }, context) {
    const url = new URL('https://www.googleapis.com/customsearch/v1')
    url.searchParams.set('key', context.values.GOOGLE_SEARCH_API_KEY ?? '')
    url.searchParams.set('cx', context.values.GOOGLE_SEARCH_ENGINE_ID ?? '')
    url.searchParams.set('q', query)
    url.searchParams.set('num', String(Math.min(count, 10)))
    if (recency) url.searchParams.set('dateRestrict', RESTRICT[recency])
    const body = await fetchJson(context, url)
    return hits(body.items, (row) => ({ title: row.title, url: row.link, snippet: row.snippet }), count)
  },
}
