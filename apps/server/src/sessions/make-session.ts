import type { Attachment } from '@deskhand/protocol'
import { MessageId } from '@deskhand/protocol'
import type { FastifyInstance } from 'fastify'
import { refusal } from '../errors.ts'
import { agentSettings } from './agent-settings.ts'
import { furnish } from './furnish.ts'
import { loadRuntime } from './runtime.ts'
import { Session } from './session.ts'
import type { SessionRow } from './session-list.ts'

/** Joins one session's row with everything it needs to work. */
export function makeSession(app: FastifyInstance, row: SessionRow): Session {
  const runtime = loadRuntime(app)
  const { id } = row
  const now = () => app.sessionList.find(id) ?? row
  return new Session({
    id,
    owner: app.accounts.find(row.userId) ?? { id: row.userId, username: '' },
    events: app.events,
    host: app.sandboxes,
    blobs: app.blobs,
    clock: app.clock,
    models: app.models.set(row.model ?? undefined),
    tools: runtime.tools,
    createAgent: runtime.createAgent,
    openBrowser: runtime.openBrowser,
    settings: agentSettings(app, now),
    search: () => app.models.search(),
    eyes: () => app.models.eyes(),
    place: () => placeOf(app, now()),
    async imageReady(onProgress) {
      await app.sandboxesSettled
      await app.sandboxImage.ready(onProgress)
    },
    furnish: (sandbox) => furnish(app, sandbox),
    report: {
      warn: (object, text) => app.log.warn({ sessionId: id, ...details(object) }, text),
      error: (object, text) => app.log.error({ sessionId: id, ...details(object) }, text),
    },
    needModel() {
      if (!app.models.ready) throw refusal('NO_MODEL')
    },
    attach: (fileIds, userId) => attach(app, id, { fileIds, userId }),
    sent: sentMessages(app, id),
  })
}

const details = (object: unknown) => (object instanceof Error ? { err: object } : { details: object })

function placeOf(app: FastifyInstance, row: SessionRow) {
  const { SANDBOX_TZ, SANDBOX_LANG } = app.settings.values
  return { timeZone: SANDBOX_TZ ?? row.timeZone ?? 'UTC', language: SANDBOX_LANG ?? row.language ?? 'en-US' }
}

/** Names uploads as this session's and says where in the workspace they will be. */
function attach(
  app: FastifyInstance,
  sessionId: string,
  given: { fileIds: readonly string[]; userId: string },
): Attachment[] {
  if (given.fileIds.length === 0) return []
  const taken = new Map<string, string>()
  for (const message of app.events.since(sessionId, 0, ['message']))
    for (const one of message.data.attachments ?? []) taken.set(one.path, one.blob)
  return given.fileIds.map((fileId) => {
    const file = app.uploads.find(given.userId, fileId)
    if (file === undefined) throw refusal('UPLOAD_NOT_FOUND')
    const { name, size, mime } = file
    const blob = app.blobs.name(sessionId, { sha256: file.sha256, size }, { mime, name })
    const path = freePath(name, (candidate) => (taken.get(candidate) ?? blob) === blob)
    taken.set(path, blob)
    return { name, path, size, mime, blob }
  })
}

// "table.csv", then "table (2).csv": an older message's path must go on meaning what it meant.
function freePath(name: string, free: (path: string) => boolean): string {
  const dot = name.lastIndexOf('.')
  const [stem, ending] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, '']
  for (let count = 1; ; count++) {
    const path = `/workspace/uploads/${count === 1 ? name : `${stem} (${count})${ending}`}`
    if (free(path)) return path
  }
}

function sentMessages(app: FastifyInstance, sessionId: string) {
  const { sqlite } = app.db
  return {
    find(clientId: string) {
      const row = sqlite
        .prepare<[string, string], { messageId: string; seq: number }>(
          'SELECT message_id AS messageId, seq FROM client_messages WHERE session_id = ? AND client_id = ?',
        )
        .get(sessionId, clientId)
      return row === undefined ? undefined : { messageId: MessageId.parse(row.messageId), seq: row.seq }
    },
    keep(clientId: string, posted: { messageId: string; seq: number }) {
      sqlite
        .prepare('INSERT OR IGNORE INTO client_messages VALUES (?, ?, ?, ?)')
        .run(sessionId, clientId, posted.messageId, posted.seq)
    },
  }
}
