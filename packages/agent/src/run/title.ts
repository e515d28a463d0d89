import { requestsOf } from '../context/directive.ts'
import type { NewEntry } from '../journal/private-entries.ts'
import type { Core } from './core.ts'

const LONGEST = 60

/** Names the conversation once: the planner's title, else the request's first words. */
export function currentTitle(core: Core<unknown>, given: string | undefined): NewEntry[] {
  if (core.state.title) return []
  const words = requestsOf(core.state)[0]?.text.replace(/\s+/g, ' ').trim() ?? ''
  const title = given ?? (words.length > LONGEST ? `${words.slice(0, LONGEST - 1)}…` : words)
  return title ? [{ type: 'session.update', data: { title } }] : []
}
