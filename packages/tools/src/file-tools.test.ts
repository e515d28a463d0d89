import { SandboxDouble } from '@deskhand/sandbox/testing'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { fileEdit } from './file-edit.ts'
import { fileRead } from './file-read.ts'
import { fileSearch } from './file-search.ts'
import { fileWrite } from './file-write.ts'
import { toolStage } from './testing/context.ts'

let sandbox: SandboxDouble
beforeEach(() => {
  sandbox = new SandboxDouble()
})
afterEach(() => sandbox.close())

test('what is written is read back, with its lines counted from 1', async () => {
  const stage = toolStage(sandbox)
  await stage.run(fileWrite, { path: 'notes/a.md', content: 'one\ntwo\nthree\n' })
  const read = await stage.run(fileRead, { path: 'notes/a.md', start_line: 2, end_line: 2 })
  expect(read.content.trim()).toBe('two')
  expect(read.head?.[0]).toMatch(/\/workspace\/notes\/a\.md.*lines 2-2 of 3/)
  expect(read.limit).toBe('list')
})

test('a file that is not there is a failure in words, not an exception', async () => {
  const result = await toolStage(sandbox).run(fileRead, { path: 'nothing.txt' })
  expect(result).toMatchObject({ outcome: 'failed', errorCode: 'NOT_FOUND' })
  expect(result.content).toMatch(/nothing\.txt/)
})

test('an edit wants exactly one match, and all of them only when asked', async () => {
  const stage = toolStage(sandbox)
  await stage.run(fileWrite, { path: 'a.txt', content: 'x = 1\nx = 1\n' })
  expect((await stage.run(fileEdit, { path: 'a.txt', old: 'x = 1', new: 'x = 2' })).errorCode).toBe(
    'MANY_MATCHES',
  )
  expect((await stage.run(fileEdit, { path: 'a.txt', old: 'y', new: 'z' })).errorCode).toBe('NO_MATCH')
  expect((await stage.run(fileEdit, { path: 'a.txt', old: 'x = 1', new: 'x = 2', all: true })).outcome).toBe(
    'ok',
  )
  expect((await stage.run(fileRead, { path: 'a.txt' })).content).toBe('x = 2\nx = 2\n')
})

test('a picture is handed to the model and kept for the person', async () => {
  const png = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  )
  await sandbox.files.upload('/workspace/dot.png', png)
  const stage = toolStage(sandbox)
  const read = await stage.run(fileRead, { path: 'dot.png' })
  expect(read.images?.[0]).toMatchObject({ mime: 'image/png', path: '/workspace/dot.png' })
  expect(Buffer.from(read.images?.[0]?.data ?? '', 'base64').equals(png)).toBe(true)
  expect(stage.kept).toHaveLength(1)
})

test('search finds by content with line numbers, and by name', async () => {
  const stage = toolStage(sandbox)
  await stage.run(fileWrite, { path: 'src/a.py', content: 'import os\nneedle = 1\n' })
  expect((await stage.run(fileSearch, { pattern: 'needle' })).content).toMatch(/a\.py:2: needle = 1/)
  expect((await stage.run(fileSearch, { pattern: '**/*.py', kind: 'name' })).content).toContain(
    '/workspace/src/a.py',
  )
  expect((await stage.run(fileSearch, { pattern: 'absent' })).content).toBe('Nothing found.')
})

test('a sandbox that does not answer is thrown on: it says nothing about the file', async () => {
  sandbox.crash()
  await expect(toolStage(sandbox).run(fileRead, { path: 'a' })).rejects.toMatchObject({ code: 'UNREACHABLE' })
})
