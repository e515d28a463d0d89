import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { pruneOutputs } from './prune-outputs.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'deskhand-outputs-'))
  for (let age = 0; age < 10; age++) {
    const file = join(folder, `main-${age}.txt`)
    await writeFile(file, 'x'.repeat(100))
    await utimes(file, 1_000_000 - age, 1_000_000 - age)
  }
  await writeFile(join(folder, 'notes.md'), 'not ours')
})
afterEach(() => rm(folder, { recursive: true }))

const left = async () => (await readdir(folder)).sort()
const newest = (count: number) => Array.from({ length: count }, (_, age) => `main-${age}.txt`)

test('nothing goes while there is little', async () => {
  await pruneOutputs(folder)
  expect(await left()).toEqual([...newest(10), 'notes.md'])
})

test('the oldest go when there are too many or they are too large, and nothing else', async () => {
  await pruneOutputs(folder, { alwaysKept: 2, files: 7 })
  expect(await left()).toEqual([...newest(7), 'notes.md'])
  await pruneOutputs(folder, { alwaysKept: 2, bytes: 420 })
  expect(await left()).toEqual([...newest(4), 'notes.md'])
})

test('the newest stay however large they are', async () => {
  await pruneOutputs(folder, { alwaysKept: 3, bytes: 0 })
  expect(await left()).toEqual([...newest(3), 'notes.md'])
})

test('a folder that is not there is nothing to do', async () => {
  await expect(pruneOutputs(join(folder, 'none'))).resolves.toBeUndefined()
})
