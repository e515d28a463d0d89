import type { View } from '@deskhand/protocol'
import type { KnowledgeNote } from '../deps.ts'
import type { Core } from '../run/core.ts'

/** A note about the site that the browser came to; each is named once in a run. */
export function knowledgeFor(core: Core<unknown>, view: View): KnowledgeNote | undefined {
  if (view.kind !== 'browser') return undefined
  const told = core.state.run?.knowledgeTold
  return core.deps.settings.knowledge?.find(
    ({ name, urls }) => !told?.has(name) && urls.some((glob) => urlMatches(view.url, glob)),
  )
}

/** `*` stands for anything; a glob without a scheme is one for the host and what follows. */
export function urlMatches(url: string, glob: string): boolean {
  const pattern = glob
    .trim()
    .replace(/[.+?^${}()|[\]\\]/g, '\\$&')
    .replace(/\*+/g, '.*')
  if (pattern === '') return false
  const from = glob.includes('://') ? '^' : '^[a-z]+://([^/]*\\.)?'
  return new RegExp(`${from}${pattern}`, 'i').test(url)
}
