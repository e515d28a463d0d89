const FENCE = /^ {0,3}(`{3,}|~{3,})/
// Belongs to what stands before it: a list goes on over blank lines, and so does anything indented.
const GOES_ON = /^(?:\s|[-*+]\s|\d+[.)]\s|\||>)/
// Definitions apply to the whole text, so such a text cannot be cut.
const DEFINITION = /^ {0,3}\[[^\]]+\]:/m

/** Cuts Markdown at blank lines where neither side needs the other. Joined again it is the same text. */
export function splitBlocks(text: string): string[] {
  if (DEFINITION.test(text)) return [text]
  const blocks: string[] = []
  let block = ''
  let fence = ''
  let blank = false
  for (const line of text.split(/(?<=\n)/)) {
    const mark = FENCE.exec(line)?.[1]
    if (blank && !fence && line.trim() && !GOES_ON.test(line)) {
      blocks.push(block)
      block = ''
    }
    if (mark && !fence) fence = mark
    else if (mark && fence && mark.startsWith(fence) && line.trim() === mark) fence = ''
    block += line
    blank = line.trim() === ''
  }
  if (block) blocks.push(block)
  return blocks
}
