/** What bash tells about itself between the bytes of its programs, as OSC 133 marks that carry a secret of ours. */
export type Mark =
  /** bash read a command and begins it; `command` is the id of one that we handed in */
  | { type: 'begin'; command?: number }
  /** the command ended, and bash is at its prompt */
  | { type: 'end'; exitCode: number }

export type Piece = { bytes: Buffer } | { mark: Mark }

const OPEN = Buffer.from('\x1b]133;')
const MOST = 128

/**
 * Takes the marks out of a terminal's stream. Only marks with the nonce count: what a program prints, or a recorded
 * terminal session shown with cat, can't end a command.
 */
export class MarkParser {
  readonly #nonce: string
  #rest: Buffer = Buffer.alloc(0)

  constructor(nonce: string) {
    this.#nonce = nonce
  }

  /** Pieces in order; the beginning of something that may become a mark is kept for the next call. */
  parse(chunk: Buffer): Piece[] {
    const pieces: Piece[] = []
    let data = this.#rest.length > 0 ? Buffer.concat([this.#rest, chunk]) : chunk
    this.#rest = Buffer.alloc(0)
    const keep = (bytes: Buffer) => {
      if (bytes.length > 0) pieces.push({ bytes })
    }
    for (;;) {
      const at = data.indexOf(OPEN)
      if (at < 0) {
        const partial = partialOpen(data)
        keep(data.subarray(0, data.length - partial))
        this.#rest = Buffer.from(data.subarray(data.length - partial))
        return pieces
      }
      const end = data.indexOf(7, at)
      if (end < 0 && data.length - at < MOST) {
        keep(data.subarray(0, at))
        this.#rest = Buffer.from(data.subarray(at))
        return pieces
      }
      const mark =
        end < 0 || end - at > MOST ? undefined : this.#read(data.toString('latin1', at + OPEN.length, end))
      keep(data.subarray(0, mark ? at : at + OPEN.length))
      if (mark) pieces.push({ mark })
      data = data.subarray(mark ? end + 1 : at + OPEN.length)
    }
  }

  #read(text: string): Mark | undefined {
    const [letter, ...fields] = text.split(';')
    if (fields.pop() !== this.#nonce) return undefined
    if (letter === 'C') return { type: 'begin' }
    if (letter === 'E') return { type: 'begin', command: Number(fields[0]) }
    if (letter === 'D') return { type: 'end', exitCode: Number(fields[0]) }
    return undefined
  }
}

/** How many bytes at the end could be the beginning of a mark. */
function partialOpen(data: Buffer): number {
  for (let length = Math.min(OPEN.length - 1, data.length); length > 0; length -= 1)
    if (data.subarray(data.length - length).equals(OPEN.subarray(0, length))) return length
  return 0
}
