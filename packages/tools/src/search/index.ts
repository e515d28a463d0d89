import { baidu } from './baidu.ts'
import { bing } from './bing.ts'
import { brave } from './brave.ts'
import { browser } from './browser.ts'
import { custom } from './custom.ts'
import { duckduckgo } from './duckduckgo.ts'
import { google } from './google.ts'
import type { SearchProvider } from './provider.ts'
import { searxng } from './searxng.ts'
import { serper } from './serper.ts'
import { tavily } from './tavily.ts'

/** Every search provider; one more is a file and a line here. */
export const searchProviders: readonly SearchProvider[] = [
  searxng,
  google,
  tavily,
  brave,
  serper,
  bing,
  baidu,
  duckduckgo,
  browser,
  custom,
]
