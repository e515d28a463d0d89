import { noChromium } from '@deskhand/browser/testing'
import { type FakeLlm, personaNamed, readScenario, startFakeLlm } from '@deskhand/fake-llm'
import { afterEach, expect, test } from 'vitest'
import { miniwobByAgent } from './agent-mode.ts'
import { pagesHere } from './pages.ts'

const missing =
  noChromium ??
  (pagesHere(process.env.MINIWOB_DIR) ? undefined : 'no MiniWoB pages in MINIWOB_DIR or the cache')
if (missing) process.stderr.write(`MiniWoB by the agent is skipped: ${missing}\n`)
const inPages = test.skipIf(missing !== undefined)

// Clicks the button that is asked for, asks back, keeps silent, or gives up.
const scenario = readScenario({
  id: 'buttons',
  title: 'A button is clicked',
  rules: [
    {
      when: { role: 'planner', turn: 'new', request: 'On the open page: Click button ONE' },
      reply: {
        calls: [{ submit_plan: { decision: 'plan', steps: [{ title: 'Click', goal: 'Click ONE' }] } }],
      },
    },
    {
      when: { role: 'planner', turn: 'new', request: 'Focus into the textbox' },
      reply: { calls: [{ submit_plan: { decision: 'ask', message: 'Which one?' } }] },
    },
    {
      when: { role: 'planner', turn: 'new', request: 'Select .* from the list' },
      reply: { text: 'Hm.', stream: { ttftMs: 60_000 } },
    },
    {
      when: { role: 'planner' },
      reply: { calls: [{ submit_plan: { decision: 'answer', message: 'I cannot do this.' } }] },
    },
    {
      when: { role: 'executor', hasNot: 'There is no shell here' },
      reply: { calls: [{ shell_exec: { command: 'touch /workspace/ran' } }] },
    },
    {
      when: { role: 'executor', step: 'Click ONE' },
      let: { one: { find: '\\[(\\d+)\\][^\\[\\n]*ONE', in: 'browser_view', default: 'none' } },
      replies: [
        { calls: [{ browser_view: { what: 'elements' } }] },
        { calls: [{ browser_click: { target: '{{ one }}' } }] },
        { calls: [{ step_done: { status: 'done', summary: 'Clicked.' } }] },
      ],
    },
    { when: { role: 'reporter' }, reply: { text: 'Clicked.' } },
  ],
})

let llm: FakeLlm | undefined
afterEach(() => llm?.close())

const persona = 'openai-strict'
async function play(key: string, tasks: string, limitMs = 15_000) {
  llm = await startFakeLlm({ scenarios: [scenario], persona, paced: true, apiKey: 'right' })
  const said: string[] = []
  const env = {
    API_BASE: llm.url,
    API_KEY: key,
    MODEL_NAME: personaNamed(persona).models[0],
    MINIWOB_DIR: process.env.MINIWOB_DIR,
    MINIWOB_TASKS: tasks,
  }
  const bench = miniwobByAgent({ env, seeds: 1, limitMs })
  return { said, metrics: await bench.run({ say: (text) => void said.push(text) }) }
}

inPages('the agent wins the task that its model can do and loses the other', async () => {
  const { said, metrics } = await play('right', 'click-test-2,enter-text')
  expect(said).toEqual([
    'click-test-2 1/1',
    expect.stringMatching(/^enter-text 0\/1 \(seed 1: not finished, ok \("Enter "/),
  ])
  expect(metrics.miniwob_agent_tasks?.value).toBe(2)
  expect(metrics.miniwob_agent_episodes_won_percent).toEqual({ value: 50, unit: '%', n: 2 })
  expect(metrics.miniwob_agent_model_calls?.n).toBe(2)
  expect(metrics.miniwob_agent_model_calls?.value).toBeGreaterThanOrEqual(2)
  expect(metrics.miniwob_agent_tokens?.value).toBeGreaterThan(500)
  // The goal comes as a message; the page itself does not tell it.
  const results = llm!.journal.entries.flatMap(({ request }) =>
    request.messages.filter(({ role }) => role === 'tool').map(({ content }) => String(content)),
  )
  expect(results.some((text) => text.includes('There is no shell here.'))).toBe(true)
  expect(results.some((text) => text.includes('ONE'))).toBe(true)
  expect(results.filter((text) => text.includes('Click button'))).toEqual([])
  expect(llm!.journal.violations).toEqual([])
})

inPages(
  'an episode that waits for a person, or for a silent model, is lost and the next one is played',
  async () => {
    const { said, metrics } = await play('right', 'choose-list,focus-text,click-test-2', 3_000)
    expect(said).toEqual([
      expect.stringMatching(/^choose-list 0\/1 \(seed 1: not finished, stopped \("Select /),
      'focus-text 0/1 (seed 1: not finished, waiting ("Focus into the textbox."))',
      'click-test-2 1/1',
    ])
    expect(metrics.miniwob_agent_episodes_won_percent?.n).toBe(3)
    expect(metrics.miniwob_agent_tokens?.n).toBe(3)
  },
)

inPages('a model that refuses the key ends the benchmark with its words', async () => {
  await expect(play('wrong', 'click-test-2')).rejects.toThrow(/^The model does not work: .*key/i)
})
