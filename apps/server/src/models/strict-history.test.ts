import { calls, refusal, says, type WireAnswer } from '@deskhand/llm/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type GoldenServer, goldenServer } from '../testing/golden-server.ts'
import { wireScript } from '../testing/wire-script.ts'

let golden: GoldenServer
beforeAll(async () => {
  golden = await goldenServer()
})
afterAll(() => golden.close())

const MOST_BYTES = 48_000
const PARTS = 40
const call = (name: string, args: object) => calls({ name, arguments: JSON.stringify(args) })

interface Message {
  role: string
  content: unknown
  tool_calls?: { id: string }[]
  tool_call_id?: string
}

/** What a strict server says of this history; undefined when it is well formed. */
function malformed(messages: Message[]): string | undefined {
  let open: string[] = []
  for (const [at, message] of messages.entries()) {
    if (message.role === 'tool') {
      if (open.shift() !== message.tool_call_id) return `message ${at} answers no call before it`
    } else if (open.length > 0) return `message ${at} comes before ${open[0]} is answered`
    if (message.content === '' && !message.tool_calls) return `message ${at} is empty`
    open = message.role === 'assistant' ? (message.tool_calls ?? []).map(({ id }) => id) : open
  }
  return open.length > 0 ? `${open[0]} is not answered` : undefined
}

test('FX08: forty calls in a window of 48 kB, with three words in between, come to their end', {
  timeout: 60_000,
}, async () => {
  let parts = 0
  let refused: number | undefined
  const grown: string[] = []
  const shapes: string[] = []
  let overflows = 0
  const executor = (): WireAnswer => {
    if (parts >= PARTS) return call('step_done', { status: 'done', summary: 'All parts are in.' })
    parts += 1
    return call('shell_exec', {
      command: `echo "part ${parts}"; head -c 3000 /dev/zero | tr '\\0' '${parts % 10}'`,
    })
  }
  const wire = await wireScript(({ role, nth, body }) => {
    const wrong = malformed(body.messages)
    if (wrong) shapes.push(wrong)
    const size = JSON.stringify(body).length
    if (refused !== undefined && size >= refused) grown.push(`${role}: ${size} after ${refused}`)
    refused = undefined
    if (size > MOST_BYTES) {
      overflows += 1
      refused = size
      return refusal(400, 'The prompt is too long for this model.', {}, 'context_length_exceeded')
    }
    if (role === 'planner')
      return nth === 0
        ? call('submit_plan', { decision: 'plan', steps: [{ title: 'Parts', goal: 'Get forty parts' }] })
        : call('submit_plan', { decision: 'continue' })
    if (role === 'executor') return executor()
    return says(role === 'summarizer' ? `done: up to part ${parts}` : 'Forty parts.')
  })
  const run = await golden.connect({ url: wire.url, name: 'm', contextWindow: 128_000 })
  const words = [
    [7, 'Thanks, go on.'],
    [18, 'Mind the numbers.'],
    [31, 'Almost there.'],
  ] as const
  for (const [at, text] of words) run.sayAt('tool.start', at, text)
  expect(await run.say('Get forty parts')).toMatchObject({ outcome: 'ok' })
  expect(parts).toBe(PARTS)
  expect(shapes).toEqual([])
  expect(overflows).toBeGreaterThan(0)
  expect(grown).toEqual([])
  expect(run.all('plan.update').filter(({ cause }) => cause === 'answer')).toHaveLength(words.length)
  await run.end()
  await wire.close()
})
