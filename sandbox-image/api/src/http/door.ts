import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { Refusal } from './refusal.ts'

/** Where the token stands when Authorization belongs to the program behind /proxy. */
export const TOKEN_HEADER = 'x-deskhand-token'

const digest = (text: string) => createHash('sha256').update(text).digest()

/**
 * Throws unless the request carries the token. A browser adds Origin to what a page sends to another site, and the
 * server never does: pages in the sandbox's own Chrome are kept out even if they learnt the token. What a preview
 * forwards keeps its Origin, since programs check it.
 */
export function checkDoor(request: IncomingMessage, pathname: string, token: string): void {
  if (request.headers.origin !== undefined && !pathname.startsWith('/proxy/'))
    throw new Refusal(403, 'FROM_A_PAGE', 'Pages may not use this address.')
  const given = request.headers[TOKEN_HEADER] ?? bearer(request.headers.authorization)
  // Digests have one length, so that the comparison tells nothing about the token's.
  if (typeof given !== 'string' || !timingSafeEqual(digest(given), digest(token)))
    throw new Refusal(401, 'NO_TOKEN', 'This address needs the token of its sandbox.')
}

function bearer(header: string | undefined): string | undefined {
  return /^bearer\s+(\S+)$/i.exec(header ?? '')?.[1]
}
