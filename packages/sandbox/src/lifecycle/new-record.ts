import { randomBytes } from 'node:crypto'
import type { SandboxRecord } from '../host.ts'

/** A sandbox that is wanted but not made yet. Ids are hex: container and volume names are built from them. */
export function newRecord(
  about: Pick<SandboxRecord, 'image' | 'timeZone' | 'language' | 'sessionId'> & {
    prefix: string
    now: number
  },
): SandboxRecord {
  const id = randomBytes(8).toString('hex')
  return {
    id,
    sessionId: about.sessionId,
    containerName: containerName(about.prefix, about.sessionId, id),
    volume: `${about.prefix}-workspace-${id}`,
    token: randomBytes(32).toString('base64url'),
    image: about.image,
    state: 'none',
    role: about.sessionId === undefined ? 'pool' : 'session',
    timeZone: about.timeZone,
    language: about.language,
    createdAt: about.now,
    lastUsedAt: about.now,
  }
}

/** What people see in `docker ps`. The sandbox's id makes it unique where two sessions share a beginning. */
export function containerName(prefix: string, sessionId: string | undefined, id: string): string {
  const session = sessionId?.replaceAll(/[^A-Za-z0-9_.-]/g, '').slice(-12)
  return session ? `${prefix}-${session}-${id.slice(0, 6)}` : `${prefix}-pool-${id}`
}
