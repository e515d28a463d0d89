import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { startDemoLlm } from './demo.ts'
import { demoTasks } from './demo-tasks.ts'
import type { FakeLlm } from './start-fake-llm.ts'
import { type AgentRun, agentRun } from './testing/agent-run.ts'

// Whole runs with real programs, beside whatever else the machine does.
vi.setConfig({ testTimeout: 60_000 })

let llm: FakeLlm
let run: AgentRun
afterEach(async () => {
  await run?.close()
  await llm.close()
})
const start = async (options: Parameters<typeof agentRun>[1] = {}) => {
  llm = await startDemoLlm({ paced: false })
  run = await agentRun(llm, { ...options, model: { model: 'deskhand-demo' } })
}
const task = (id: string) => demoTasks.find((one) => one.id === id)!
const finalMessage = () => run.all('message').findLast((message) => message.final)?.text as unknown as string
const clean = () => {
  expect(llm.journal.violations).toEqual([])
  expect(llm.journal.unmatched).toEqual([])
}

test.each(['en', 'zh'] as const)(
  'the program task writes, fails, mends and passes (%s)',
  async (language) => {
    await start()
    run.say(task('program').text[language])
    expect(await run.ended()).toBe('ok')
    clean()
    const summaries = run.all('step.end').map((step) => step.summary as unknown as string)
    expect(summaries[2]).toContain("'IIII' != 'IV'")
    expect(summaries[3]).toContain('MCMXCIV')
    expect(await readFile(join(run.folder, 'roman.py'), 'utf8')).toContain('(900, "CM")')
    expect(finalMessage()).toContain(language === 'zh' ? '测试全部通过' : 'its tests pass')
  },
)

test.each(['hello', '你好!', 'What is the meaning of life?'])(
  '%s is answered with the menu and costs no sandbox',
  async (words) => {
    await start()
    run.say(words)
    expect(await run.ended()).toBe('ok')
    expect(finalMessage()).toMatch(/scripted model|按脚本说话/)
    expect(finalMessage()).toContain('API_BASE')
    expect(llm.journal.count).toBe(1)
  },
)

test('a second request in the same session has its own script', async () => {
  await start()
  run.say('hello')
  await run.ended()
  run.say(task('program').text.en)
  expect(await run.ended()).toBe('ok')
  expect(run.all('run.end')).toHaveLength(2)
  expect(run.all('step.end')).toHaveLength(4)
})

const tent = (name: string, grams: number) =>
  `status: ok\n# ${name}\n| Price | 219 EUR |\n| Weight | ${grams} g |\n| Packed | 38 x 11 cm |`
const pages: Record<string, string> = {
  heron: tent('Heron 1', 980),
  otter: tent('Otter 2', 1640),
  badger: tent('Badger 2', 2350),
  stork: tent('Stork 3', 2890),
}
/** A browser that shows a page's text, and says so to whoever waits for that page. */
function tentBrowser(onOpen: (page: string) => void = () => {}) {
  let page = ''
  return async (name: string, args: Record<string, unknown>) => {
    if (name === 'browser_open') {
      page = /\/(\w+)\.html/.exec(String(args.url))?.[1] ?? ''
      onOpen(page)
    }
    return pages[page] ?? 'nothing'
  }
}

test.each(['en', 'zh'] as const)(
  'a word midway changes the rest of the plan and keeps what is done (%s)',
  async (language) => {
    const { text, then } = task('interrupt')
    await start({ browse: tentBrowser((page) => page === 'badger' && run.say(then![language])) })
    run.say(text[language])
    expect(await run.ended()).toBe('ok')
    clean()
    const plans = run.all('plan.update') as unknown as {
      cause: string
      steps: { title: string; status: string }[]
    }[]
    const changed = plans.find((plan) => plan.cause === 'interrupt')
    expect(changed?.steps.filter((step) => step.status === 'done')).toHaveLength(2)
    expect(plans.at(-1)?.steps.some((step) => /Stork/.test(step.title) && step.status !== 'skipped')).toBe(
      false,
    )
    expect(await readFile(join(run.folder, 'two-tents.md'), 'utf8')).toContain('1640 g')
  },
)

test('without a word the comparison runs to its end', async () => {
  await start({ browse: tentBrowser() })
  run.say(task('interrupt').text.en)
  expect(await run.ended()).toBe('ok')
  expect(await readFile(join(run.folder, 'tents.md'), 'utf8')).toContain('| Stork 3 | 2890 g |')
})

test.each([
  ['how far are you?', /ticked/],
  ['Thanks, great!', /welcome/],
  ['Make it rhyme', /scripted/],
  ['到哪了?', /打勾/],
])('midway "%s" is answered and the work goes on', async (words, answer) => {
  let once = true
  await start({
    browse: tentBrowser((page) => {
      if (page !== 'otter' || !once) return
      once = false
      run.say(words)
    }),
  })
  run.say(task('interrupt').text[/\p{Script=Han}/u.test(words) ? 'zh' : 'en'])
  expect(await run.ended()).toBe('ok')
  clean()
  expect(run.all('plan.update').some((plan) => (plan.cause as unknown) === 'answer')).toBe(true)
  expect(run.all('message').some((message) => answer.test(message.text as unknown as string))).toBe(true)
})
