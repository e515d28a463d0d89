import { pageProvider, type ResultPage } from './result-page.ts'

const SPAN = { day: 'd', week: 'w', month: 'm', year: 'y' }

export const duckduckgoPage: ResultPage = {
  engine: 'duckduckgo',
  url: ({ query, recency }) =>
    `https://html.duckduckgo.com/html/?${new URLSearchParams({ q: query, ...(recency && { df: SPAN[recency] }) })}`,
  own: /(^|\.)duckduckgo\.com$/,
}
export const duckduckgo = pageProvider(duckduckgoPage)
