import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { distFolder } from '../src/testing/serve-page.ts'
import { bundleSize } from './bundle-size.ts'

const built = existsSync(join(distFolder, '.vite', 'manifest.json'))
if (!built) process.stderr.write('The size of the page is not checked: it is not built.\n')

describe.skipIf(!built)('the built page', () => {
  test('stays within its weight: entry 150 KiB, a session 90 KiB more, styles 20 KiB', () => {
    const { entryKib, chatKib, cssKib } = bundleSize(distFolder)
    expect(entryKib).toBeLessThanOrEqual(150)
    expect(chatKib).toBeLessThanOrEqual(90)
    expect(cssKib).toBeLessThanOrEqual(20)
  })
})
