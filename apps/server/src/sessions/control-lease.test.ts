import { beforeEach, expect, test } from 'vitest'
import { ControlLease } from './control-lease.ts'

let time: number
let lost: string[]
let control: ControlLease
beforeEach(() => {
  time = 0
  lost = []
  control = new ControlLease(
    () => time,
    (lease) => lost.push(lease),
  )
})
const ann = { id: 'u1', username: 'ann' }
const bob = { id: 'u2', username: 'bob' }

test('another person gets nothing while it is held', () => {
  const lease = control.take(ann)
  expect(control.take(bob)).toBeUndefined()
  expect(control.valid(lease)).toBe(true)
  expect(control.holder?.username).toBe('ann')
})

test('without beats it opens nothing after 20 s, and a beat within the minute opens it again', () => {
  const lease = control.take(ann)
  time = 20_000
  expect(control.tick()).toBeUndefined()
  expect(control.valid(lease)).toBe(false)
  expect(lost).toEqual([lease])
  expect(control.take(bob)).toBeUndefined()
  time = 59_000
  expect(control.beat(lease)).toBe(true)
  expect(control.valid(lease)).toBe(true)
})

test('after a minute without beats it is free, and its holder is named once', () => {
  control.take(ann)
  time = 60_000
  expect(control.tick()).toEqual({ username: 'ann' })
  expect(control.tick()).toBeUndefined()
  expect(control.take(bob)).toBeDefined()
})

test('only its holder gives it back', () => {
  const lease = control.take(ann)
  expect(control.release({ userId: 'u2' })).toBe(false)
  expect(control.release({ lease: 'guess' })).toBe(false)
  expect(control.release({ lease: lease ?? '' })).toBe(true)
  expect(control.holder).toBeUndefined()
})
