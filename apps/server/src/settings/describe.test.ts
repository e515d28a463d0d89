import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { describedFiles } from './write-descriptions.ts'

const root = resolve(import.meta.dirname, '../../../..')

test.each(Object.entries(describedFiles(root)))('%s says what the schema says', (name, text) => {
  expect(readFileSync(join(root, name), 'utf8'), 'run: node packages/config/scripts/run.mjs settings').toBe(
    text,
  )
})
