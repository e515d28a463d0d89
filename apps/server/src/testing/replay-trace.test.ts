import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { goldenTasks } from '@deskhand/fake-llm'
import { expect, test } from 'vitest'
import { goldenServer } from './golden-server.ts'
import { replayTrace } from './replay-trace.ts'
import { slim, traceToTest } from './trace-to-test.ts'

/** The trace of a golden task, as its owner downloads it. */
async function recorded(index: number): Promise<string> {
  const golden = await goldenServer()
  try {
    const run = await golden.start({ persona: 'openai-strict' })
    await run.play(goldenTasks[index] as (typeof goldenTasks)[number])
    const ann = await golden.server.as('ann')
    const answer = await ann.get(`/api/sessions/${run.id}/trace`)
    await run.end()
    return answer.body
  } finally {
    await golden.close()
  }
}

test.each([0, 1])(
  'a downloaded trace plays again to the same end (%i)',
  { timeout: 60_000 },
  async (index) => {
    const trace = await recorded(index)
    const { recorded: before, replayed, drift } = await replayTrace(slim(trace))
    expect(before.calls.length).toBeGreaterThan(0)
    expect(replayed).toEqual(before)
    expect(drift.length).toBeLessThanOrEqual(before.calls.length * 3)
  },
)

test('a trace becomes a fixture and a test, and none is written over', () => {
  const folder = mkdtempSync(join(tmpdir(), 'deskhand-trace-'))
  try {
    const file = join(folder, 'trace-1.jsonl')
    const lines = [
      { t: 'header', v: 'trace/1', app: 'deskhand', startedAt: 1 },
      { t: 'req', n: 1, thread: 'planner', turn: 0, key: 'k', body: { messages: ['long'] }, ts: 1 },
      { t: 'chunk', n: 1, dt: 1, data: {} },
      { t: 'res', n: 1, ms: 1 },
    ]
    writeFileSync(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
    const into = join(folder, 'traces')
    traceToTest(file, 'Wrong file!', into)
    expect(readdirSync(into).sort()).toEqual(['wrong-file.jsonl', 'wrong-file.sandbox.test.ts'])
    expect(readFileSync(join(into, 'wrong-file.jsonl'), 'utf8')).not.toMatch(/chunk|long/)
    expect(() => traceToTest(file, 'wrong-file', into)).toThrow('is there already')
    expect(() => traceToTest(join(folder, 'none'), undefined, into)).toThrow('There is no file')
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
