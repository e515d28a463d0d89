// FTS5's own tokenizer takes a run of Chinese for one word, and its trigram tokenizer finds nothing for two
// characters, the usual length of a Chinese word. So runs of Han, kana and Hangul are written as overlapping pairs:
// 三亚旅行 → 三亚 亚旅 旅行 行. The single last character lets a prefix search find it too.
const run = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]+/gu

const pairs = (chars: string[]) => chars.slice(0, -1).map((char, index) => char + chars[index + 1])

/** A text as it is stored for the search. */
export const searchWords = (text: string) =>
  text.replace(run, (found) => {
    const chars = [...found]
    return ` ${[...pairs(chars), chars.at(-1)].join(' ')} `
  })

/** What a person typed, as an FTS5 expression: every word has to be there. undefined: nothing to search for. */
export function searchQuery(typed: string): string | undefined {
  const terms: string[] = []
  const rest = typed.normalize('NFC').replace(run, (found) => {
    const chars = [...found]
    terms.push(chars.length === 1 ? `"${found}"*` : `"${pairs(chars).join(' ')}"`)
    return ' '
  })
  for (const word of rest.match(/[\p{L}\p{N}]+/gu) ?? []) terms.push(`"${word}"*`)
  return terms.length === 0 ? undefined : terms.join(' AND ')
}
