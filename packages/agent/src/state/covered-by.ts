import { hostOf } from './host-of.ts'

/** What a yes for the run covers: the host of the page, or the tool where there is none. */
export const coveredBy = (tool: string, url: string | undefined): string => hostOf(url) ?? `tool:${tool}`
