import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { fileHeaders } from './disposition.ts'
import { readRange } from './range.ts'

export interface SentFile {
  name: string
  mime: string
  size: number
  open(range?: { start: number; end: number }): Promise<NodeJS.ReadableStream> | NodeJS.ReadableStream
}

/** A file, or the part of it that was asked for, streamed. */
export async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  file: SentFile & { download: boolean },
): Promise<FastifyReply> {
  const range = readRange(request.headers.range, file.size)
  reply.headers(fileHeaders(file.name, file.mime, file.download))
  if (range === undefined) reply.header('content-length', file.size)
  else
    reply
      .code(206)
      .header('content-range', `bytes ${range.start}-${range.end - 1}/${file.size}`)
      .header('content-length', range.end - range.start)
  const stream = await file.open(range)
  return reply.send(stream instanceof Readable ? stream : Readable.from(stream as AsyncIterable<Buffer>))
}
