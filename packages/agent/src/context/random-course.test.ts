import { test } from 'vitest'
import { expectSoundCourse } from '../testing/check-course.ts'

// Whole sessions cost forty times a history of entries alone; more of them are in random-course.long.test.ts.
const SESSIONS = 40

test('no random course of a whole session ends in a fault or sends a bad request', {
  timeout: 120_000,
}, async () => {
  for (let seed = 1; seed <= SESSIONS; seed++) await expectSoundCourse(seed)
})
