import { fetchJson, hits, SearchFailed, type SearchProvider } from './provider.ts'

/** Any service that answers JSON: an address with {query} and {count} in it, and where its rows are. */
export const custom: SearchProvider = {
  name: 'custom',
  settings: [
    { key: 'SEARCH_API_URL', secret: false, help: 'Address with {query} and {count} in it' },
    { key: 'SEARCH_API_KEY', secret: true, help: 'Sent as a bearer token, or under SEARCH_API_HEADER' },
    {
      key: 'SEARCH_API_HEADER',
      secret: false,
      help: 'Header that takes the key, when it is not Authorization',
    },
    {
      key: 'SEARCH_API_RESULTS',
      secret: false,
      help: 'Where the rows are in the answer, for example data.items (default results)',
    },
  ],
  ready: (values) => Boolean(values.SEARCH_API_URL),
  needs: 'SEARCH_API_URL',
  async search({ query, count }, context) {
    const {
      SEARCH_API_URL = '',
      SEARCH_API_KEY,
      SEARCH_API_HEADER,
      SEARCH_API_RESULTS = 'results',
    } = context.values
    const address = SEARCH_API_URL.replaceAll('{query}', encodeURIComponent(query)).replaceAll(
      '{count}',
      String(count),
    )
    if (!URL.canParse(address)) throw new SearchFailed('SEARCH_API_URL is no address')
    const headers: Record<string, string> = {}
    if (SEARCH_API_KEY && SEARCH_API_HEADER) headers[SEARCH_API_HEADER] = SEARCH_API_KEY
    else if (SEARCH_API_KEY) headers.authorization = `Bearer ${SEARCH_API_KEY}`
    let rows: unknown = await fetchJson(context, address, { headers })
    for (const key of SEARCH_API_RESULTS.split('.'))
      rows = (rows as Record<string, unknown> | undefined)?.[key]
    return hits(
      rows,
      (row) => ({
        title: row.title ?? row.name,
        url: row.url ?? row.link ?? row.href,
        snippet: row.snippet ?? row.description ?? row.content,
        date: row.date ?? row.published,
      }),
      count,
    )
  },
}
