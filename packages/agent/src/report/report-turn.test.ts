import { expect, test } from 'vitest'
import { calls, done, plans, stage } from '../testing/index.ts'

const work = {
  planner: [
    plans({ decision: 'plan', steps: [{ title: 'A', goal: 'Do A' }] }),
    plans({ decision: 'continue' }),
  ],
  executor: [calls(['file_write', { path: 'a', content: 'a' }]), done('A is written.')],
}

test('a report that broke off at the output limit is asked for once more', async () => {
  const on = stage({
    ...work,
    reporter: [{ text: 'The sum is 1', finish: 'length' }, { text: 'The sum is 100.' }],
  })
  await on.run('Do A')
  expect(on.all('message').at(-1)).toMatchObject({ text: 'The sum is 100.', final: true })
  expect(on.all('thought').at(-1)).toMatchObject({ text: 'The sum is 1', cut: true })
  expect(on.all('run.end')[0]?.outcome).toBe('ok')
})

test('one that breaks off again says so, with what the work log knows', async () => {
  const cut = { text: 'The sum is 1', finish: 'length' as const }
  const on = stage({ ...work, reporter: [cut, cut] })
  await on.run('Do A')
  const text = on.all('message').at(-1)?.text
  expect(text).toMatch(/^The sum is 1 …/)
  expect(text).toContain('output limit')
  expect(text).toContain('A is written.')
})
