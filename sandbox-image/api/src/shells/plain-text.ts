// Control characters are what this file is about.
// biome-ignore-all lint/suspicious/noControlCharactersInRegex: escape sequences begin with one
const ESCAPES = new RegExp(
  [
    '\\x1b\\[[0-?]*[ -/]*[@-~]', // colours, cursor
    '\\x1b\\][^\\x07\\x1b]*(?:\\x07|\\x1b\\\\)', // titles, links
    '\\x1b[PX^_][^\\x1b]*\\x1b\\\\', // device strings
    '\\x1b[ -/]*[0-OQ-WYZ\\\\`-~]', // character sets, keypad
  ].join('|'),
  'g',
)
const UNFINISHED = /\x1b(?:\[[0-?]*[ -/]*|\][^\x07\x1b]*\x1b?|[PX^_][^\x1b]*\x1b?|[ -/]*)?$/
const CONTROLS = /[\x00-\x07\x0b\x0c\x0e-\x1f\x7f]/g
const MOST_UNFINISHED = 4096

/** Turns a terminal's bytes into text as they come: characters and escape sequences may be cut anywhere. */
export class PlainText {
  readonly #decoder = new TextDecoder('utf-8')
  #rest = ''

  /** `last` gives out what was held back. */
  push(bytes: Buffer, last = false): string {
    let text = this.#rest + this.#decoder.decode(bytes, { stream: !last })
    this.#rest = ''
    if (!last) {
      // A carriage return may be half of a line end, and belongs to what follows.
      const from = text.length - MOST_UNFINISHED
      const cut = UNFINISHED.exec(from > 0 ? text.slice(from) : text)
      const at = cut ? Math.max(from, 0) + cut.index : text.endsWith('\r') ? text.length - 1 : text.length
      this.#rest = text.slice(at)
      text = text.slice(0, at)
    }
    // Most output has none of these, and 50 MB of it should not be searched three times.
    if (text.includes('\x1b')) text = text.replace(ESCAPES, '')
    text = text.replaceAll('\r\n', '\n')
    return text.replace(CONTROLS, '')
  }
}

/** As a terminal would show it: a line that was written over by carriage returns is its last version. */
export function settleLines(text: string): string {
  if (!text.includes('\r') && !text.includes('\b')) return text
  return text
    .split('\n')
    .map((line) => {
      const versions = line.split('\r').filter((version) => version !== '')
      return eraseBackspaces(versions.at(-1) ?? '')
    })
    .join('\n')
}

function eraseBackspaces(line: string): string {
  let kept = line
  while (kept.includes('\b')) {
    const shorter = kept.replace(/[^\b]\x08|^\x08/u, '')
    if (shorter === kept) break
    kept = shorter
  }
  return kept
}
