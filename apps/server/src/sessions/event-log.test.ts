import fc from 'fast-check'
import { expect, test } from 'vitest'
import { openDatabase } from '../db/open-database.ts'
import { EventLog } from './event-log.ts'

const logOver = (db = openDatabase(':memory:')) =>
  new EventLog(
    db.sqlite,
    () => {},
    () => 1000,
  )
const note = { level: 'info', code: 'X', text: 'x' } as const
const hidden = { requestId: 'r', thread: 't', class: 'network', text: 'x' }

test('pos counts everything and seq what is public, each without a hole, whatever is written in whatever order', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.constantFrom('a', 'b'), fc.boolean()), { maxLength: 60 }),
      fc.nat(60),
      (writes, restartAt) => {
        const db = openDatabase(':memory:')
        let log = logOver(db)
        writes.forEach(([session, isPublic], index) => {
          // A new log over the same table is what a restarted server has.
          if (index === restartAt) log = logOver(db)
          if (isPublic) log.append(session, 'notice', note)
          else log.append(session, 'model.error', hidden)
        })
        for (const session of ['a', 'b']) {
          const entries = log.entries(session)
          expect(entries.map((entry) => entry.pos)).toEqual(entries.map((_, index) => index + 1))
          const seqs = entries.flatMap((entry) => entry.seq ?? [])
          expect(seqs).toEqual(seqs.map((_, index) => index + 1))
          expect(log.lastSeq(session)).toBe(seqs.length)
        }
        db.close()
      },
    ),
    { numRuns: 60 },
  )
})

test('an event is stored when its watchers hear of it', () => {
  const log = logOver()
  const heard: number[] = []
  log.watch('a', { frame: () => heard.push(log.page('a', 0, 10).length) })
  log.append('a', 'notice', note)
  log.append('a', 'model.error', hidden)
  log.append('a', 'notice', note)
  expect(heard).toEqual([1, 2])
})

test('an open log has what was written past it too', () => {
  const log = logOver()
  log.append('a', 'notice', note)
  const open = log.open('a')
  log.append('a', 'notice', note)
  open.append('notice', note)
  expect(open.entries().map((entry) => entry.seq)).toEqual([1, 2, 3])
})

test('removing a session tells its watchers and starts its count anew', () => {
  const log = logOver()
  let ended = false
  log.append('a', 'notice', note)
  log.watch('a', { frame: () => {}, end: () => (ended = true) })
  log.remove('a')
  expect(ended).toBe(true)
  expect(log.lastSeq('a')).toBe(0)
})
