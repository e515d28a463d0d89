import type { BrowserSession } from '@deskhand/browser'
import type { Sandbox } from '@deskhand/sandbox'

/** What a tool may touch. The browser connects at first use and is the session's one long-lived connection. */
export interface World {
  sandbox: Sandbox
  browser(signal?: AbortSignal): Promise<BrowserSession>
  search: SearchSettings
}

/** Values of the SEARCH_* settings, by key; a provider reads its own. */
export interface SearchSettings {
  providers: readonly string[]
  values: Readonly<Record<string, string | undefined>>
  fetch: typeof fetch
}
