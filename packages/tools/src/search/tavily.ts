import { fetchJson, hits, type SearchProvider } from './provider.ts'

export const tavily: SearchProvider = {
  name: 'tavily',
  settings: [{ key: 'TAVILY_API_KEY', secret: true, help: 'Key of the Tavily search API' }],
  ready: (values) => Boolean(values.TAVILY_API_KEY),
  needs: 'TAVILY_API_KEY',
  async search({ query, count, recency }, context) {
    const body = await fetchJson(context, 'https://api.tavily.com/search', {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${context.values.TAVILY_API_KEY}`,
      },
      body: JSON.stringify({ query, max_results: count, time_range: recency }),
    })
    return hits(
      body.results,
      (row) => ({ title: row.title, url: row.url, snippet: row.content, date: row.published_date }),
      count,
    )
  },
}
