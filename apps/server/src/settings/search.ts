import { text, url, wordList } from './setting.ts'

const group = 'search'
const providers = [
  'searxng',
  'google',
  'tavily',
  'brave',
  'serper',
  'bing',
  'baidu',
  'duckduckgo',
  'browser',
  'custom',
] as const

const key = (name: string) => text({ group, secret: true, help: `Key for ${name}` })
const custom = (help: string) => text({ group, help: `Own search API: ${help}` })

export const search = {
  SEARCH_PROVIDER: wordList(providers, {
    group,
    also: { bing_web: 'bing', baidu_web: 'baidu' },
    shown: '`searxng` if `SEARXNG_URL` is set, else `browser`',
    help: `Search services in the order they are tried: ${providers.join(', ')}`,
  }),
  SEARXNG_URL: url({ group, help: 'Address of a SearXNG' }),
  GOOGLE_SEARCH_API_KEY: key('Google'),
  GOOGLE_SEARCH_ENGINE_ID: text({ group, help: "Google's search engine id" }),
  BING_SEARCH_API_KEY: key('Bing'),
  BAIDU_SEARCH_API_KEY: key('Baidu'),
  TAVILY_API_KEY: key('Tavily'),
  SERPER_API_KEY: key('Serper'),
  BRAVE_API_KEY: key('Brave'),
  SEARCH_API_URL: url({ group, help: 'Own search API: its address' }),
  SEARCH_API_KEY: key('the own search API'),
  SEARCH_API_KEY_HEADER: custom('header that carries the key'),
  SEARCH_API_KEY_HEADER_PREFIX: custom('what stands before the key in it, such as Bearer'),
  SEARCH_API_KEY_PARAM: custom('query parameter that carries the key'),
  SEARCH_API_METHOD: custom('GET or POST'),
  SEARCH_API_QUERY_FIELD: custom('name of the query'),
  SEARCH_API_RESULT_FIELD: custom('where the results are'),
  SEARCH_API_TITLE_FIELD: custom('title of a result'),
  SEARCH_API_LINK_FIELD: custom('address of a result'),
  SEARCH_API_SNIPPET_FIELD: custom('text of a result'),
}
