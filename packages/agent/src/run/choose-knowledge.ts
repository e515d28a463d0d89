import type { KnowledgeNote } from '../deps.ts'

// About 4,000 tokens: less than that is cheaper to give whole than to look up.
const INLINE_CHARACTERS = 14_000
const MOST_MATCHED = 3

/** What is known beforehand, as the planner and each step read it: whole notes, or an index and those that fit. */
export function knowledgeText(notes: readonly KnowledgeNote[], said: string): string {
  if (notes.length === 0) return ''
  const all = notes.reduce((sum, { text }) => sum + text.length, 0)
  if (all <= INLINE_CHARACTERS) return notes.map(whole).join('\n\n')
  const always = notes.filter(({ always }) => always)
  const matched = notes.filter((note) => !note.always && matches(note, said)).slice(0, MOST_MATCHED)
  const index = notes
    .filter((note) => !always.includes(note) && !matched.includes(note))
    .map(({ title, path, when }) => `- ${title} (${path})${when.length > 0 ? `: ${when.join(', ')}` : ''}`)
  return [
    ...[...always, ...matched].map(whole),
    ...(index.length > 0 ? [`More notes, to be read with file_read:\n${index.join('\n')}`] : []),
  ].join('\n\n')
}

const whole = ({ title, path, text }: KnowledgeNote) => `## ${title} (${path})\n${text.trim()}`

function matches({ when, title }: KnowledgeNote, said: string): boolean {
  const text = said.toLowerCase()
  return [...when, title].some((word) => word.trim() !== '' && text.includes(word.trim().toLowerCase()))
}
