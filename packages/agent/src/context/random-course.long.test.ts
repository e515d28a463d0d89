import { test } from 'vitest'
import { expectSoundCourse } from '../testing/check-course.ts'

const FROM = 41
const TO = 2_000

test('none of many random courses of a whole session ends in a fault or sends a bad request', async () => {
  for (let seed = FROM; seed <= TO; seed++) await expectSoundCourse(seed)
})
