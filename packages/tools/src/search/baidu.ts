import { fetchJson, hits, type SearchProvider } from './provider.ts'
import { type ResultPage, readResultPage } from './result-page.ts'

export const baiduPage: ResultPage = {
  engine: 'baidu',
  url: ({ query }) => `https://www.baidu.com/s?${new URLSearchParams({ wd: query })}`,
  own: /(^|\.)baidu\.com$/,
}

/** With a key the search API of Baidu's AppBuilder, without one its result page. */
export const baidu: SearchProvider = {
  name: 'baidu',
  settings: [
    {
      key: 'BAIDU_SEARCH_API_KEY',
      secret: true,
      help: "Key of Baidu's AI search API; without it the result page is read",
    },
  ],
  ready: () => true,
  async search(query, context) {
    const key = context.values.BAIDU_SEARCH_API_KEY
    if (!key) return readResultPage(baiduPage, query, context)
    const body = await fetchJson(context, 'https://qianfan.baidubce.com/v2/ai_search/web_search', {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
      body: JSON.stringify({
        messages: [{ role: 'user', content: query.query }],
        search_source: 'baidu_search_v2',
        resource_type_filter: [{ type: 'web', top_k: query.count }],
        search_recency_filter: query.recency === 'day' ? 'week' : query.recency,
      }),
    })
    return hits(
      body.references,
      (row) => ({ title: row.title, url: row.url, snippet: row.content, date: row.date }),
      query.count,
    )
  },
}
