import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Gateway } from '../gateway.ts'

export interface Asked {
  request: IncomingMessage
  url: URL
  /** the parts of the path that stand under `:name`, decoded */
  params: Record<string, string>
  gateway: Gateway
}

/** One way into the gateway. `path` is matched whole, `:name` is one part, a `*` at the end is the rest. */
export type Route = { method: string; path: string } & (
  | { answer: (asked: Asked, response: ServerResponse) => Promise<unknown> | unknown }
  | { upgrade: (asked: Asked, socket: Duplex, head: Buffer) => Promise<void> | void }
)

/** The parameters when the path fits, else undefined. */
export function matchPath(pattern: string, pathname: string): Record<string, string> | undefined {
  const wanted = pattern.split('/')
  const given = pathname.split('/')
  const open = wanted.at(-1) === '*'
  if (open ? given.length < wanted.length : given.length !== wanted.length) return undefined
  const params: Record<string, string> = {}
  for (const [index, part] of wanted.entries()) {
    if (part === '*') {
      params.rest = given.slice(index).join('/')
      return params
    }
    const have = given[index] as string
    if (part.startsWith(':')) {
      const value = decode(have)
      if (!value) return undefined
      params[part.slice(1)] = value
    } else if (part !== have) return undefined
  }
  return params
}

function decode(part: string): string | undefined {
  try {
    return decodeURIComponent(part)
  } catch {
    return undefined
  }
}
