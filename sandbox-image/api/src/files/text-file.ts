import { open, readFile, stat } from 'node:fs/promises'
import { Refusal } from '../http/refusal.ts'
import { decode, detectEncoding, type Encoding } from './encoding.ts'

const MOST_BYTES = 64 * 1024 * 1024

export interface TextFile {
  /** with line ends as they are in the file */
  text: string
  encoding: Encoding
  lineEnd: LineEnd
  size: number
}

export type LineEnd = 'lf' | 'crlf' | 'mixed' | 'none'

/** A text file to be changed; undefined when there is none. Throws what stands in the way of changing it. */
export async function readTextFile(path: string): Promise<TextFile | undefined> {
  const facts = await stat(path).catch((error) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  if (!facts) return undefined
  if (facts.isDirectory()) throw new Refusal(409, 'IS_A_FOLDER', `This is a folder: ${path}`)
  if (!facts.isFile()) throw new Refusal(409, 'NOT_A_FILE', `This is a device or a pipe, not a file: ${path}`)
  if (facts.size > MOST_BYTES)
    throw new Refusal(
      413,
      'TOO_LARGE',
      `${path} is larger than 64 MiB; change it with a command in the shell.`,
    )
  const bytes = await readFile(path)
  const encoding = detectEncoding(bytes, true)
  if (!encoding) throw new Refusal(409, 'BINARY', `${path} is binary, not text.`)
  const text = decode(bytes, encoding)
  return { text, encoding, lineEnd: lineEndOf(text), size: bytes.length }
}

export function lineEndOf(text: string): LineEnd {
  const all = text.split('\n').length - 1
  if (all === 0) return 'none'
  const windows = text.split('\r\n').length - 1
  if (windows === 0) return 'lf'
  return windows === all ? 'crlf' : 'mixed'
}

/** Text as programs write it, with the line ends of the file that it goes into. */
export function withLineEnd(text: string, lineEnd: LineEnd): string {
  return lineEnd === 'crlf' ? text.replace(/\r?\n/g, '\r\n') : text
}

/** A last line without an end is a line; nothing is none. */
export function countLines(text: string): number {
  if (text === '') return 0
  const ends = text.split('\n').length - 1
  return text.endsWith('\n') ? ends : ends + 1
}

/** Opens a regular file for reading; a pipe would keep whoever opens it waiting. */
export async function openRegular(path: string) {
  const facts = await stat(path)
  if (facts.isDirectory()) throw new Refusal(409, 'IS_A_FOLDER', `This is a folder: ${path}`)
  if (!facts.isFile()) throw new Refusal(409, 'NOT_A_FILE', `This is a device or a pipe, not a file: ${path}`)
  return { file: await open(path, 'r'), facts }
}
