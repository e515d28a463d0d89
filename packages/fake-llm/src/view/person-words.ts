import { tagged, without } from './tags.ts'

// The tags in which Deskhand's agent hands on what the person said. Requests without any tag (another program, a test
// written by hand) are read as the person's words themselves.
const requestTags = ['task', 'request']
const messageTags = ['new_user_messages', 'new_user_message']
const updateTags = ['finished_step', 'interrupted_step', ...messageTags]
const otherTags = [
  'files',
  'started',
  'knowledge',
  'skills',
  'ledger',
  'plan',
  'step',
  'browser',
  'partial',
  'earlier_attempt',
]

const insideOf = (text: string, names: readonly string[]): string | undefined => {
  const bodies = names.flatMap((name) => tagged(text, name).map((tag) => tag.body))
  return bodies.length > 0 ? bodies.join('\n') : undefined
}
const hasTag = (text: string, names: readonly string[]) =>
  new RegExp(`<(?:${names.join('|')})[\\s>]`).test(text)

/** What the person asked for, out of a message that starts a run or a step. */
export const requestIn = (text: string): string =>
  insideOf(text, requestTags) ?? without(text, [...otherTags, ...updateTags])

/** What the person said while the run was on, or undefined when this message carries none. */
export const interruptIn = (text: string): string | undefined =>
  hasTag(text, requestTags) ? undefined : insideOf(text, messageTags)

/** Which kind of message the planner got, or undefined for one without any of the tags. */
export function turnOf(text: string): 'new' | 'update' | 'message' | undefined {
  if (hasTag(text, requestTags)) return 'new'
  if (hasTag(text, messageTags)) return 'message'
  return hasTag(text, updateTags) ? 'update' : undefined
}

/** Chinese when a good part of the letters is. */
export function languageOf(text: string): 'zh' | 'en' {
  const han = text.match(/\p{Script=Han}/gu)?.length ?? 0
  const latin = text.match(/[A-Za-z]+/g)?.length ?? 0
  return han > latin ? 'zh' : 'en'
}
