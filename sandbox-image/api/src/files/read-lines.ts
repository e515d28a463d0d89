import type { FileHandle } from 'node:fs/promises'
import iconv from 'iconv-lite'
import { detectEncoding, type Encoding } from './encoding.ts'
import { type LineEnd, lineEndOf } from './text-file.ts'

const WHOLE_BYTES = 32 * 1024 * 1024

export interface Lines {
  text: string
  encoding: Encoding
  lineEnd: LineEnd
  totalLines: number
  startLine: number
  endLine: number
  cut: boolean
}

interface Range {
  startLine?: number
  endLine?: number
  maxChars: number
}

/** Lines of a text file of any size, without holding more of it than was asked for. Line ends come out as \n. */
export async function readLines(file: FileHandle, guess: Encoding, range: Range): Promise<Lines> {
  const { size } = await file.stat()
  const encoding = size <= WHOLE_BYTES ? await lookAtAll(file, size, guess) : guess
  const taker = new LineTaker(range)
  const decoder = iconv.getDecoder(encoding.name, { stripBOM: true })
  const bytes = Buffer.alloc(1024 * 1024)
  for (let at = 0; at < size; ) {
    const { bytesRead } = await file.read(bytes, 0, bytes.length, at)
    if (bytesRead === 0) break
    at += bytesRead
    taker.add(decoder.write(bytes.subarray(0, bytesRead)))
  }
  taker.add(decoder.end() ?? '')
  return { encoding, ...taker.result() }
}

/** Its first part may have been plain ASCII, which is every encoding's. */
async function lookAtAll(file: FileHandle, size: number, guess: Encoding): Promise<Encoding> {
  const bytes = Buffer.alloc(size)
  await file.read(bytes, 0, size, 0)
  return detectEncoding(bytes, true) ?? guess
}

class LineTaker {
  readonly #start: number
  readonly #end: number
  readonly #most: number
  #line = 1
  #atLineStart = true
  #text = ''
  #full = false
  #lastTaken = 0
  readonly #ends = new Set<LineEnd>()
  #carry = ''

  constructor({ startLine = 1, endLine = Number.POSITIVE_INFINITY, maxChars }: Range) {
    this.#start = startLine
    this.#end = endLine
    this.#most = maxChars
  }

  add(part: string): void {
    let text = this.#carry + part
    // Half of a line end is seen together with the other half.
    this.#carry = text.endsWith('\r') ? '\r' : ''
    if (this.#carry) text = text.slice(0, -1)
    this.#ends.add(lineEndOf(text))
    for (let from = 0; from < text.length; ) {
      const end = text.indexOf('\n', from)
      const next = end < 0 ? text.length : end + 1
      this.#take(text.slice(from, next))
      this.#atLineStart = end >= 0
      if (end >= 0) this.#line += 1
      from = next
    }
  }

  result() {
    if (this.#carry) this.#take(this.#carry)
    const totalLines = this.#atLineStart ? this.#line - 1 : this.#line
    return {
      text: this.#text,
      lineEnd: this.#lineEnd(),
      totalLines,
      startLine: Math.min(this.#start, Math.max(totalLines, 1)),
      endLine: this.#lastTaken,
      cut: this.#full,
    }
  }

  #take(piece: string): void {
    if (this.#line < this.#start || this.#line > this.#end || this.#full) return
    const line = piece.replace(/\r\n$/, '\n')
    const room = this.#most - this.#text.length
    this.#text += line.slice(0, room)
    if (room > 0) this.#lastTaken = this.#line
    this.#full = line.length > room
  }

  #lineEnd(): LineEnd {
    this.#ends.delete('none')
    if (this.#ends.size === 0) return 'none'
    return this.#ends.size === 1 ? ([...this.#ends][0] as LineEnd) : 'mixed'
  }
}
