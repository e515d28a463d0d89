import { describe, expect, test } from 'vitest'
import type { World } from '../world.ts'
import { searchProviders } from './index.ts'
import { type SearchContext, SearchFailed, type SearchProvider } from './provider.ts'
import { searchInTurn } from './search-in-turn.ts'

const SECRET = 'sk-very-secret'
const world = { browser: () => Promise.reject(new Error('no browser here')) } as unknown as World
const values = Object.fromEntries(
  searchProviders.flatMap((provider) =>
    provider.settings.map(({ key }) => [key, key.endsWith('_URL') ? 'http://search.test/{query}' : SECRET]),
  ),
)
const answering =
  (body: unknown, status = 200): typeof fetch =>
  async () =>
    new Response(JSON.stringify(body), { status })
const context = (fetch: typeof globalThis.fetch): SearchContext => ({
  values,
  fetch,
  world,
  signal: new AbortController().signal,
})
const overHttp = searchProviders.filter((provider) => provider.settings.length > 0)

const row = {
  title: 'A title',
  name: 'A title',
  url: 'https://a.test/',
  link: 'https://a.test/',
  snippet: 'words',
  content: 'words',
  description: 'words',
}
// Each service puts its rows in another place; one answer that holds them all serves every provider.
const everywhere = {
  results: [row],
  items: [row],
  organic: [row],
  references: [row],
  web: { results: [row] },
  webPages: { value: [row] },
}

describe.each(overHttp.map((provider) => [provider.name, provider] as const))('%s', (_name, provider) => {
  test('answers title, address and snippet of each row', async () => {
    const found = await provider.search(
      { query: 'q', count: 5 },
      { ...context(answering(everywhere)), values: fixed(provider) },
    )
    expect(found[0]).toMatchObject({ title: 'A title', url: 'https://a.test/', snippet: 'words' })
  })
  test('fails in words without its key when the service refuses', async () => {
    const failed = provider.search(
      { query: 'q', count: 5 },
      { ...context(answering({}, 403)), values: fixed(provider) },
    )
    await expect(failed).rejects.toBeInstanceOf(SearchFailed)
    await expect(failed).rejects.not.toThrow(SECRET)
  })
  test('takes an answer of another shape for no results', async () => {
    expect(
      await provider.search(
        { query: 'q', count: 5 },
        { ...context(answering({ odd: 1 })), values: fixed(provider) },
      ),
    ).toEqual([])
  })
})

/** a custom service keeps its rows where its setting says */
const fixed = (provider: SearchProvider) =>
  provider.name === 'custom'
    ? { ...values, SEARCH_API_RESULTS: 'results', SEARCH_API_HEADER: undefined }
    : values

test('every provider has a name of its own, and says what it needs', () => {
  expect(new Set(searchProviders.map((provider) => provider.name)).size).toBe(searchProviders.length)
  for (const provider of searchProviders) if (!provider.ready({})) expect(provider.needs).toBeTruthy()
})

test('when one fails the next is asked, and the answer says so', async () => {
  const fails: SearchProvider = {
    name: 'fails',
    settings: [],
    ready: () => true,
    search: () => Promise.reject(new SearchFailed('closed today')),
  }
  const works: SearchProvider = { name: 'works', settings: [], ready: () => true, search: async () => [row] }
  const answer = await searchInTurn(
    ['absent', 'fails', 'works'],
    { query: 'q', count: 1 },
    context(answering({})),
    [fails, works],
  )
  expect(answer.engine).toBe('works')
  expect(answer.failures).toEqual(['absent: no such provider', 'fails: closed today'])
})

test('a provider that never answers loses its turn, and a stop ends the search', async () => {
  const silent: SearchProvider = {
    name: 'silent',
    settings: [],
    ready: () => true,
    search: () => new Promise(() => {}),
  }
  await expect(
    searchInTurn(['silent'], { query: 'q', count: 1 }, context(answering({})), [silent], 0),
  ).rejects.toThrow(/silent: no answer within/)
  const stop = new AbortController()
  const searching = searchInTurn(
    ['silent'],
    { query: 'q', count: 1 },
    { ...context(answering({})), signal: stop.signal },
    [silent],
  )
  stop.abort(new Error('stopped by the person'))
  await expect(searching).rejects.toThrow('stopped by the person')
})
