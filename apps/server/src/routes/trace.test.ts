import { readTrace } from '@deskhand/llm'
import { refusal, says } from '@deskhand/llm/testing'
import { afterEach, expect, test } from 'vitest'
import { type GoldenServer, goldenServer } from '../testing/golden-server.ts'
import { wireScript } from '../testing/wire-script.ts'

let golden: GoldenServer
afterEach(() => golden.close())

test('a trace holds the log and what the model was asked, without keys, and goes with its session', async () => {
  golden = await goldenServer()
  const ann = await golden.server.as('ann')
  await ann.send('PUT', '/api/settings', { settings: { API_KEY: 'sk-my-very-secret-key' } })
  const wire = await wireScript(({ nth }) =>
    nth === 0
      ? refusal(500, 'The key sk-my-very-secret-key broke it.')
      : says('Hello, sk-my-very-secret-key!'),
  )
  try {
    const run = await golden.connect({ url: wire.url, name: 'm', contextWindow: 32_768 })
    await run.say('Hi')
    const answer = await ann.get(`/api/sessions/${run.id}/trace`)
    expect(answer.headers['content-disposition']).toContain(`trace-${run.id}.jsonl`)
    expect(answer.body).not.toContain('sk-my-very-secret-key')
    const { header, exchanges, lines } = readTrace(answer.body)
    expect(header.v).toBe('trace/1')
    expect(exchanges.length).toBe(wire.asked.length)
    expect(lines.some((line) => line.t === 'ev' && line.type === 'run.end')).toBe(true)
    const bob = await golden.server.as('bob')
    expect((await bob.get(`/api/sessions/${run.id}/trace`)).statusCode).toBe(404)
    await run.end()
    expect((await ann.get(`/api/sessions/${run.id}/trace`)).statusCode).toBe(404)
  } finally {
    await wire.close()
  }
})
