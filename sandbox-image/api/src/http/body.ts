import type { IncomingMessage, ServerResponse } from 'node:http'
import type { z } from 'zod'
import { Refusal } from './refusal.ts'

const MOST_JSON_BYTES = 64 * 1024 * 1024

/** The request's JSON, checked. 400 BAD_REQUEST names the first thing that is wrong. */
export async function readJson<S extends z.ZodType>(
  request: IncomingMessage,
  schema: S,
): Promise<z.output<S>> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > MOST_JSON_BYTES) throw new Refusal(413, 'TOO_LARGE', 'The request is larger than 64 MiB.')
    chunks.push(chunk)
  }
  let value: unknown
  try {
    value = size === 0 ? {} : JSON.parse(Buffer.concat(chunks).toString('utf8'))
  } catch (cause) {
    throw new Refusal(400, 'BAD_REQUEST', 'The request is not valid JSON.', { cause })
  }
  const checked = schema.safeParse(value)
  if (checked.success) return checked.data
  const issue = checked.error.issues[0]
  throw new Refusal(
    400,
    'BAD_REQUEST',
    `${issue?.path.join('.') || 'The request'}: ${issue?.message ?? 'not valid'}`,
  )
}

export function sendJson(response: ServerResponse, status: number, value: unknown): void {
  const body = Buffer.from(JSON.stringify(value))
  response.writeHead(status, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': body.length,
  })
  response.end(body)
}
