import { baiduPage } from './baidu.ts'
import { bingPage } from './bing.ts'
import { duckduckgoPage } from './duckduckgo.ts'
import { SearchFailed, type SearchProvider } from './provider.ts'
import { readResultPage } from './result-page.ts'

const CHINESE = /\p{Script=Han}/u

/** Result pages of several engines in turn, until one can be read. Needs no key. */
export const browser: SearchProvider = {
  name: 'browser',
  settings: [],
  ready: () => true,
  async search(query, context) {
    const pages = CHINESE.test(query.query)
      ? [baiduPage, bingPage, duckduckgoPage]
      : [duckduckgoPage, bingPage, baiduPage]
    const failures: string[] = []
    for (const page of pages) {
      try {
        return await readResultPage(page, query, context)
      } catch (error) {
        context.signal.throwIfAborted()
        failures.push(error instanceof Error ? error.message : String(error))
      }
    }
    throw new SearchFailed(failures.join('; '))
  },
}
