import { fetchJson, hits, type SearchProvider } from './provider.ts'

const SPAN = { day: 'qdr:d', week: 'qdr:w', month: 'qdr:m', year: 'qdr:y' }

export const serper: SearchProvider = {
  name: 'serper',
  settings: [{ key: 'SERPER_API_KEY', secret: true, help: 'Key of serper.dev' }],
  ready: (values) => Boolean(values.SERPER_API_KEY),
  needs: 'SERPER_API_KEY',
  async search({ query, count, recency }, context) {
    const body = await fetchJson(context, 'https://google.serper.dev/search', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': context.values.SERPER_API_KEY ?? '' },
      body: JSON.stringify({ q: query, num: count, tbs: recency && SPAN[recency] }),
    })
    return hits(
      body.organic,
      (row) => ({ title: row.title, url: row.link, snippet: row.snippet, date: row.date }),
      count,
    )
  },
}
