import type { StoredEvent } from '@deskhand/protocol'
import { and, eq, gt, isNull, or } from 'drizzle-orm'
import { newSecret } from '../accounts/secret.ts'
import type { Db } from '../db/open-database.ts'
import { shares } from '../db/schema.ts'

export type Share = typeof shares.$inferSelect
export interface Ticked {
  files: boolean
  screenshots: boolean
  thoughts: boolean
  /** ms since 1970; null: until it is revoked */
  expiresAt: number | null
}

/** Read-only replays by an unguessable token: one a session, showing exactly what was ticked. */
export class Shares {
  readonly #orm: Db['orm']
  readonly #now: () => number

  constructor(db: Db, now: () => number) {
    this.#orm = db.orm
    this.#now = now
  }

  /** A new token; what was shared before under another one ends. */
  put(sessionId: string, ticked: Ticked): Share {
    const row = { sessionId, token: newSecret(), ...ticked, createdAt: this.#now() }
    this.revoke(sessionId)
    return this.#orm.insert(shares).values(row).returning().get()
  }

  revoke(sessionId: string): Share | undefined {
    return this.#orm.delete(shares).where(eq(shares.sessionId, sessionId)).returning().get()
  }

  find(token: string): Share | undefined {
    const alive = or(isNull(shares.expiresAt), gt(shares.expiresAt, this.#now()))
    return this.#orm
      .select()
      .from(shares)
      .where(and(eq(shares.token, token), alive))
      .get()
  }
}

/**
 * What of an event a share shows. A hole in `seq` would tell what is missing and look like a gap to a page, so an
 * event that is not shown goes out as an empty notice.
 */
export function sharedEvent(event: StoredEvent, share: Share): StoredEvent {
  const hidden = {
    seq: event.seq,
    ts: event.ts,
    type: 'notice',
    level: 'info',
    code: 'NOT_SHARED',
    text: '',
  } as const
  switch (event.type) {
    case 'thought':
      return share.thoughts ? event : hidden
    case 'artifact':
      return share.files ? event : hidden
    case 'proposal':
    case 'proposal.update':
    case 'sandbox.end':
      return hidden
    case 'message': {
      if (share.files || event.attachments === undefined) return event
      const { attachments: _, ...rest } = event
      return rest
    }
    case 'tool.end':
      return share.screenshots ? event : { ...event, view: withoutPictures(event.view) }
    default:
      return event
  }
}

type View = Extract<StoredEvent, { type: 'tool.end' }>['view']
function withoutPictures(view: View): View {
  if (view.kind === 'image') return { kind: 'text', text: '' }
  if (view.kind !== 'browser') return view
  const { shot: _shot, before: _before, ...rest } = view
  return rest
}

/** Ids of the blobs that these events show. */
export function shownBlobs(events: readonly StoredEvent[]): Set<string> {
  const ids = new Set<string>()
  for (const event of events) {
    if (event.type === 'artifact') ids.add(event.blob)
    if (event.type === 'message') for (const one of event.attachments ?? []) ids.add(one.blob)
    if (event.type === 'tool.end' && event.view.kind === 'browser')
      for (const blob of [event.view.shot, event.view.before]) if (blob !== undefined) ids.add(blob)
    if (event.type === 'tool.end' && event.view.kind === 'image') ids.add(event.view.blob)
  }
  return ids
}
