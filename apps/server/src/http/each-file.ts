import type { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import { lookup } from 'mime-types'
import { refusal } from '../errors.ts'

export interface IncomingFile {
  /** the last part of what the browser called it; never a path */
  name: string
  mime: string
  stream: Readable
}

/** Every file of a multipart body in turn, streamed, whatever its field is called. */
export async function eachFile<T>(
  request: FastifyRequest,
  take: (file: IncomingFile) => Promise<T>,
): Promise<T[]> {
  if (!request.isMultipart()) throw refusal('NOT_MULTIPART')
  const taken: T[] = []
  for await (const part of request.files()) {
    const name = plainName(part.filename)
    const mime = part.mimetype === 'application/octet-stream' ? lookup(name) || part.mimetype : part.mimetype
    taken.push(await take({ name, mime, stream: part.file }))
  }
  if (taken.length === 0) throw refusal('INVALID_REQUEST', { message: 'The request has no file in it.' })
  return taken
}

// A name is data of a stranger: no folders, no control characters, not too long for a file system.
export function plainName(given: string): string {
  const last = given.split(/[/\\]/).at(-1) ?? ''
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what has to go
  const clean = last.replace(/[\x00-\x1f\x7f]/g, '').trim()
  const name = clean === '' || /^\.+$/.test(clean) ? 'file' : clean
  return [...name].slice(-120).join('')
}
