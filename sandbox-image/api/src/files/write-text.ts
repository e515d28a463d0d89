import type { FileEdit, FileEditResult, FileWrite, FileWriteResult } from '@deskhand/protocol/sandbox'
import type { z } from 'zod'
import { Refusal } from '../http/refusal.ts'
import { diffOf } from './diff.ts'
import { type Encoding, encode, encodingLabel, firstUnwritable, UTF8 } from './encoding.ts'
import { countLines, readTextFile, withLineEnd } from './text-file.ts'
import { replaceFile } from './write-file.ts'

type Room = (bytes: number) => Promise<void>

/** Writes or appends. A text that is there keeps its encoding, and when appended to, its line ends. */
export async function writeText(
  path: string,
  asked: z.output<typeof FileWrite>,
  room: Room,
): Promise<FileWriteResult> {
  const old = await readTextFile(path).catch((error) => {
    // What is binary can be replaced by a text, but not continued with one.
    if (error instanceof Refusal && ['BINARY', 'TOO_LARGE'].includes(error.code) && !asked.append) return null
    throw error
  })
  const text = asked.append && old ? old.text + withLineEnd(asked.content, old.lineEnd) : asked.content
  const encoding = old?.encoding ?? UTF8
  const bytes = asked.append
    ? inEncoding(path, text, encoding)
    : (encode(text, encoding) ?? Buffer.from(text))
  const kept = asked.append || encode(text, encoding) !== undefined ? encoding : UTF8
  await put(path, bytes, room)
  const created = old === undefined
  return { path, size: bytes.length, created, encoding: encodingLabel(kept), lines: countLines(text) }
}

/** Exactly one match unless `all`; line ends of the text searched for may be either kind. */
export async function editText(
  path: string,
  asked: z.output<typeof FileEdit>,
  room: Room,
): Promise<FileEditResult> {
  const file = await readTextFile(path)
  if (!file) throw new Refusal(404, 'NOT_FOUND', `There is nothing at ${path}`)
  const exact = file.text.includes(asked.old)
  const old = exact ? asked.old : withLineEnd(asked.old, file.lineEnd)
  const replacement = withLineEnd(asked.new, file.lineEnd)
  const places = findAll(file.text, old)
  if (places.length === 0) throw new Refusal(409, 'NO_MATCH', noMatch(path, file.text, asked.old))
  if (places.length > 1 && !asked.all) {
    const lines = places.slice(0, 20).map((at) => lineAt(file.text, at))
    throw new Refusal(
      409,
      'MANY_MATCHES',
      `The text stands in ${path} ${places.length} times, in lines ${lines.join(', ')}. Give more of what is around it, or set all.`,
    )
  }
  const text = file.text.split(old).join(replacement)
  const bytes = inEncoding(path, text, file.encoding)
  await put(path, bytes, room)
  return {
    path,
    replaced: places.length,
    size: bytes.length,
    encoding: encodingLabel(file.encoding),
    diff: diffOf(path, file.text, places, old, replacement),
  }
}

async function put(path: string, bytes: Buffer, room: Room): Promise<void> {
  await room(bytes.length)
  await replaceFile(path, async (file) => {
    await file.writeFile(bytes)
  })
}

function inEncoding(path: string, text: string, encoding: Encoding): Buffer {
  const bytes = encode(text, encoding)
  if (bytes) return bytes
  throw new Refusal(
    409,
    'NOT_ENCODABLE',
    `${path} is in ${encodingLabel(encoding)}, which has no "${firstUnwritable(text, encoding)}". Use other characters, or convert the file to UTF-8 first.`,
  )
}

function findAll(text: string, part: string): number[] {
  const places: number[] = []
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + part.length)) places.push(at)
  return places
}

const lineAt = (text: string, at: number) => text.slice(0, at).split('\n').length

/** The most common reason is white space, which can't be seen in an error. */
function noMatch(path: string, text: string, old: string): string {
  const bare = (some: string) => some.replace(/\s+/g, ' ').trim()
  const first = bare(old.trim().split('\n')[0] ?? '')
  const line = text.split('\n').findIndex((one) => first !== '' && bare(one).includes(first))
  const hint =
    line < 0
      ? 'Read the file again: it may have changed.'
      : `Line ${line + 1} is like its first line but differs in white space or in what follows.`
  return `The text to be replaced does not stand in ${path}. ${hint}`
}
