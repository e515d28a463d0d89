import type { Entry } from '@deskhand/agent'
import type { Sqlite } from '../db/open-database.ts'
import { searchWords } from './search-words.ts'

/** What lists and the search know of a session, written in the transaction that appends the event. */
export function projection(sqlite: Sqlite): (sessionId: string, entry: Entry) => void {
  const set = (assignments: string) =>
    sqlite.prepare<Record<string, unknown>>(
      `UPDATE sessions SET updated_at = max(updated_at, :ts), ${assignments} WHERE id = :id`,
    )
  const status = set('status = :status, reason = :reason')
  const outcome = set('outcome = :outcome, news_seq = :seq')
  const started = set('outcome = NULL')
  const title = set('title = CASE titled WHEN 1 THEN title ELSE :title END')
  const said = set('last_message = :text')
  const answered = set('last_message = :text, news_seq = :seq')
  const news = set('news_seq = :seq')
  const row = sqlite.prepare<[string, string]>('INSERT INTO search_rows (session_id, kind) VALUES (?, ?)')
  const words = sqlite.prepare<[number | bigint, string]>('INSERT INTO search (rowid, words) VALUES (?, ?)')
  const index = (id: string, kind: string, text: string) => {
    if (text.trim() !== '') words.run(row.run(id, kind).lastInsertRowid, searchWords(text))
  }

  return (id, entry) => {
    const { ts } = entry
    switch (entry.type) {
      case 'status':
        status.run({ id, ts, status: entry.data.status, reason: entry.data.reason ?? null })
        return
      case 'run.start':
        started.run({ id, ts })
        return
      case 'run.end':
        outcome.run({ id, ts, seq: entry.seq, outcome: entry.data.outcome })
        return
      case 'session.update':
        if (entry.data.title !== undefined) {
          title.run({ id, ts, title: entry.data.title })
          index(id, 'title', entry.data.title)
        }
        return
      case 'ask.start':
        news.run({ id, ts, seq: entry.seq })
        return
      case 'message': {
        const text = excerpt(entry.data.text)
        if (entry.data.role === 'user') said.run({ id, ts, text })
        else answered.run({ id, ts, text, seq: entry.seq })
        const names = entry.data.attachments?.map((one) => one.name).join(' ') ?? ''
        index(id, 'message', `${entry.data.text} ${names}`)
        return
      }
      case 'artifact':
        index(id, 'file', entry.data.path)
        return
      default:
        return
    }
  }
}

const excerpt = (text: string) => [...text.replace(/\s+/g, ' ').trim()].slice(0, 200).join('')
