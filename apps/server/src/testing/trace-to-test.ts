import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { readTrace } from '@deskhand/llm'

// `npm run trace -- FILE [NAME]`: a downloaded trace becomes a test that plays it again.

const folder = join(import.meta.dirname, '../traces')

/** Writes NAME.jsonl and NAME.sandbox.test.ts; answers their paths. Throws a sentence when it cannot. */
export function traceToTest(path: string, given: string | undefined, into = folder): string[] {
  if (!existsSync(path)) throw new Error(`There is no file ${path}.`)
  const name = (given ?? basename(path).replace(/\.jsonl?$/, ''))
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
  if (name === '') throw new Error('The test needs a name of letters and digits.')
  const fixture = join(into, `${name}.jsonl`)
  const test = join(into, `${name}.sandbox.test.ts`)
  if (existsSync(test))
    throw new Error(`${test} is there already. Give another name: npm run trace -- FILE NAME`)
  mkdirSync(into, { recursive: true })
  writeFileSync(fixture, slim(readFileSync(path, 'utf8')))
  writeFileSync(test, testText(name))
  return [fixture, test]
}

/** The trace without what a replay does not read: pieces of replies, bodies of requests, pictures. */
export function slim(text: string): string {
  const kept = readTrace(text).lines.flatMap((line) => {
    if (line.t === 'chunk' || line.t === 'blob') return []
    return [line.t === 'req' ? { ...line, body: null } : line]
  })
  return kept.map((line) => `${JSON.stringify(line)}\n`).join('')
}

const testText = (name: string) => `import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { replayTrace } from '../testing/replay-trace.ts'

// The model answers as it did, tools and sandbox are real. Where the recorded run was wrong, say here what is right.
test('the run of ${name} goes as it should', async () => {
  const trace = readFileSync(new URL('./${name}.jsonl', import.meta.url), 'utf8')
  const { recorded, replayed } = await replayTrace(trace, { openHost: undefined })
  expect(replayed.calls).toEqual(recorded.calls)
  expect(replayed.steps).toEqual(recorded.steps)
  expect(replayed.runs).toEqual(recorded.runs)
})
`

const [, main, path, name] = process.argv
if (main === import.meta.filename) {
  try {
    if (path === undefined) throw new Error('Say which file: npm run trace -- FILE [NAME]')
    for (const written of traceToTest(path, name)) process.stdout.write(`Written: ${written}\n`)
    process.stdout.write('Run it: node_modules/.bin/vitest run --project sandbox apps/server/src/traces\n')
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n`)
    process.exitCode = 1
  }
}
