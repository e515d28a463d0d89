import { createWriteStream, mkdirSync, type WriteStream } from 'node:fs'
import { dirname } from 'node:path'
import { settleLines } from './plain-text.ts'
import { pruneOutputs } from './prune-outputs.ts'

const HEAD_BYTES = 64 * 1024
const TAIL_BYTES = 1024 * 1024 - HEAD_BYTES
/** Less than this is not worth a file until someone is shown only a part. */
const SMALL_BYTES = 4 * 1024
const MOST_FILE_BYTES = 256 * 1024 * 1024

export interface Shown {
  text: string
  /** bytes that were asked for and do not stand in the text */
  omittedBytes: number
}

/**
 * What one command wrote, as plain text: the first 64 KiB and the last of 1 MiB in memory, everything in a file.
 * `roomy` says whether the file may grow; `slow` is told when writing lags behind, so that the terminal is read later.
 */
export class CommandOutput {
  readonly path: string
  readonly #roomy: () => boolean
  #head: Buffer = Buffer.alloc(0)
  #tail: Buffer[] = []
  #tailBytes = 0
  #total = 0
  #file?: WriteStream
  #fileBytes = 0

  constructor(path: string, roomy: () => boolean) {
    this.path = path
    this.#roomy = roomy
  }

  get bytes(): number {
    return this.#total
  }

  /** false: wait for `drained` before the next. */
  push(text: string): boolean {
    const bytes = Buffer.from(text)
    this.#total += bytes.length
    let rest = bytes
    if (this.#head.length < HEAD_BYTES && this.#tailBytes === 0) {
      const room = HEAD_BYTES - this.#head.length
      this.#head = Buffer.concat([this.#head, bytes.subarray(0, room)])
      rest = bytes.subarray(room)
    }
    if (rest.length > 0) this.#keep(rest)
    if (this.#file) return this.#append(bytes)
    if (this.#total > SMALL_BYTES) this.#openFile()
    return true
  }

  drained(): Promise<void> {
    const file = this.#file
    if (!file?.writableNeedDrain) return Promise.resolve()
    return new Promise((done) => {
      file.once('drain', done)
      file.once('error', () => done())
    })
  }

  /** Makes sure that everything stands in the file; undefined when it could not be written. */
  async save(): Promise<string | undefined> {
    if (this.#total <= SMALL_BYTES) this.#openFile()
    const file = this.#file
    if (!file || file.errored) return undefined
    await new Promise<void>((done) => file.write('', () => done()))
    return file.errored ? undefined : this.path
  }

  end(): void {
    this.#file?.end()
  }

  /** From byte `from` to the end, at most `maxChars`: head and tail, cut on line ends where there are any. */
  show(from: number, maxChars: number): Shown {
    const asked = this.#total - from
    const tailStart = this.#total - this.#tailBytes
    const tail = Buffer.concat(this.#tail)
    const gap = Math.max(0, tailStart - Math.max(from, this.#head.length))
    const before = this.#head.subarray(Math.min(from, this.#head.length))
    const after = tail.subarray(Math.max(0, from - tailStart))
    if (gap === 0) return cutMiddle(settleLines(decode(Buffer.concat([before, after]))), asked, maxChars)
    const first = takeHead(settleLines(decode(before)), Math.floor(maxChars * 0.4))
    const last = takeTail(settleLines(decode(after)), maxChars - first.length)
    return joined(first, last, asked)
  }

  /** The line that has not ended yet. */
  lastLine(): string {
    const near = this.#tail.length > 2 ? this.#tail.slice(-2) : [this.#head, ...this.#tail]
    const end = decode(Buffer.concat(near).subarray(-2000))
    return settleLines(end.slice(end.lastIndexOf('\n') + 1))
  }

  #keep(bytes: Buffer): void {
    this.#tailBytes += bytes.length
    const last = this.#tail.at(-1)
    if (last && last.length < SMALL_BYTES) this.#tail[this.#tail.length - 1] = Buffer.concat([last, bytes])
    else this.#tail.push(bytes)
    while (this.#tail.length > 1 && this.#tailBytes - (this.#tail[0] as Buffer).length >= TAIL_BYTES)
      this.#tailBytes -= (this.#tail.shift() as Buffer).length
  }

  #openFile(): void {
    if (this.#file || !this.#roomy()) return
    try {
      mkdirSync(dirname(this.path), { recursive: true })
    } catch {
      // Someone made a file of that name, or took the right away: the output in memory goes on.
      return
    }
    this.#file = createWriteStream(this.path, { highWaterMark: 1024 * 1024 })
    // Also when the disk is full; save() says then that there is no file.
    this.#file.on('error', () => {})
    this.#append(Buffer.concat([this.#head, ...this.#tail]))
    void pruneOutputs(dirname(this.path))
  }

  #append(bytes: Buffer): boolean {
    const file = this.#file
    if (!file || file.errored || this.#fileBytes + bytes.length > MOST_FILE_BYTES || !this.#roomy())
      return true
    this.#fileBytes += bytes.length
    return file.write(bytes)
  }
}

function decode(bytes: Buffer): string {
  return bytes.toString('utf8').replace(/^�{1,3}|�{1,3}$/g, '')
}

function cutMiddle(text: string, askedBytes: number, maxChars: number): Shown {
  if (text.length <= maxChars) return { text, omittedBytes: 0 }
  const first = takeHead(text, Math.floor(maxChars * 0.4))
  return joined(first, takeTail(text, maxChars - first.length), askedBytes)
}

function joined(first: string, last: string, askedBytes: number): Shown {
  const omittedBytes = Math.max(0, askedBytes - Buffer.byteLength(first) - Buffer.byteLength(last))
  const between = `[… ${omittedBytes} bytes left out …]`
  const gap = first === '' || first.endsWith('\n') ? between : `\n${between}`
  return { text: `${first}${gap}\n${last}`, omittedBytes }
}

/** At most `most` characters, up to a line end when one stands in the last half. */
function takeHead(text: string, most: number): string {
  if (text.length <= most) return text
  const end = text.lastIndexOf('\n', most - 1) + 1
  if (end > most / 2) return text.slice(0, end)
  return text.slice(0, isHigh(text, most - 1) ? most - 1 : most)
}

function takeTail(text: string, most: number): string {
  if (text.length <= most) return text
  const start = text.length - most
  const line = text.indexOf('\n', start - 1) + 1
  if (line > 0 && line - start < most / 2) return text.slice(line)
  return text.slice(isHigh(text, start - 1) ? start + 1 : start)
}

/** The first half of a character outside the basic plane stands here. */
function isHigh(text: string, at: number): boolean {
  const code = text.charCodeAt(at)
  return code >= 0xd800 && code <= 0xdbff
}
