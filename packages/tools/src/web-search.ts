import { z } from 'zod'
import { SearchFailed } from './search/provider.ts'
import { searchInTurn } from './search/search-in-turn.ts'
import { tool } from './tool.ts'

export const webSearch = tool({
  name: 'web_search',
  description:
    'Search the web: titles, addresses and snippets. Snippets are hints, not facts: open the pages that matter.',
  params: z.object({
    query: z.string().min(1).max(400),
    count: z.number().int().min(1).max(20).default(8),
    recency: z.enum(['day', 'week', 'month', 'year']).optional(),
  }),
  kind: 'pure',
  family: 'search',
  title: ({ query }) => `Searching the web for ${query}`,
  async run({ query, count, recency }, { world, signal }) {
    const { providers, values, fetch } = world.search
    try {
      const answer = await searchInTurn(
        providers,
        { query, count, recency },
        { values, fetch, world, signal },
      )
      const lines = answer.hits.map(
        (hit, index) =>
          `${index + 1}. ${hit.title}${hit.date ? ` (${hit.date})` : ''}\n   ${hit.url}\n   ${hit.snippet}`,
      )
      return {
        outcome: 'ok',
        head: [
          `engine: ${answer.engine}`,
          ...(answer.failures.length > 0 ? [`before it: ${answer.failures.join('; ')}`] : []),
        ],
        content: lines.length === 0 ? 'Nothing found. Try other words.' : lines.join('\n'),
        limit: 'page',
        view: { kind: 'search', query, engine: answer.engine, results: answer.hits },
      }
    } catch (error) {
      if (!(error instanceof SearchFailed)) throw error
      return {
        outcome: 'failed',
        errorCode: 'SEARCH_FAILED',
        content: `No search provider answered: ${error.message}. Open a search page or a likely site with browser_open instead.`,
        view: { kind: 'search', query, engine: '', results: [] },
      }
    }
  },
})
