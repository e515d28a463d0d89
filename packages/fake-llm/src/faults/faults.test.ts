import { afterEach, expect, test } from 'vitest'
import { readScenario } from '../scenario/scenario.ts'
import { type FakeLlm, startFakeLlm } from '../start-fake-llm.ts'
import { ask, body, chunksOf, executorSystem, gather, post, user } from '../testing/ask.ts'
import { faults } from './index.ts'

const text = '答案:the answer is 42, and here is a little more of it so that there is a middle.'
const scenario = readScenario({
  id: 'one',
  title: 'One reply for all',
  rules: [
    {
      when: { request: 'two calls' },
      reply: {
        calls: [
          { shell_exec: { command: 'ls -la', dir: '/workspace' } },
          { file_write: { path: 'a', content: 'b' } },
        ],
      },
    },
    { when: { request: 'a text' }, reply: { text } },
  ],
})

let llm: FakeLlm
afterEach(() => llm.close())
const start = async (fault: string | Record<string, unknown>, more = {}) => {
  llm = await startFakeLlm({
    scenarios: [scenario],
    faults: [{ request: 1, faults: [fault as never] }],
    ...more,
  })
}
const calls = body([executorSystem, user('two calls')])
const words = body([executorSystem, user('a text')])
const raw = async (request: object) => (await post(llm, request)).text()
const plain = (async () => {
  const other = await startFakeLlm({ scenarios: [scenario] })
  const found = { calls: await ask(other, calls), words: await ask(other, words) }
  await other.close()
  return found
})()

const checks: Record<string, () => Promise<void>> = {
  async status() {
    await start({ fault: 'status', status: 429, retryAfter: 7 })
    const response = await post(llm, words)
    expect([response.status, response.headers.get('retry-after')]).toEqual([429, '7'])
    expect(await response.json()).toMatchObject({ error: { code: 'rate_limit_exceeded' } })
  },
  async html502() {
    await start('html502')
    const response = await post(llm, words)
    expect([response.status, response.headers.get('content-type')]).toEqual([502, 'text/html'])
  },
  async reset() {
    await start('reset')
    await expect(post(llm, words)).rejects.toThrow('fetch failed')
  },
  async silent() {
    await start('silent')
    const stop = new AbortController()
    const asked = fetch(`${llm.url}/chat/completions`, {
      method: 'POST',
      body: JSON.stringify(words),
      signal: stop.signal,
    })
    await untilJournal(1)
    stop.abort()
    await expect(asked).rejects.toThrow()
  },
  async error200() {
    await start('error200')
    const response = await post(llm, words)
    expect(response.status).toBe(200)
    expect(await response.json()).toHaveProperty('error.message')
  },
  async badJsonArgs() {
    await start('badJsonArgs')
    const [first, second] = (await ask(llm, calls)).calls
    expect(() => JSON.parse(first?.arguments ?? '')).toThrow()
    expect(second).toEqual((await plain).calls.calls[1])
  },
  async truncatedArgs() {
    await start({ fault: 'truncatedArgs', finish: 'tool_calls' })
    const found = await ask(llm, calls)
    const whole = (await plain).calls.calls[0]?.arguments ?? ''
    expect(whole.startsWith(found.calls[0]?.arguments ?? 'no')).toBe(true)
    expect(found.calls[0]?.arguments.length).toBeLessThan(whole.length)
    expect(found.finish).toBe('tool_calls')
  },
  async doubleEncodedArgs() {
    await start('doubleEncodedArgs')
    const once = JSON.parse((await ask(llm, calls)).calls[0]?.arguments ?? '')
    expect(JSON.parse(once)).toEqual({ command: 'ls -la', dir: '/workspace' })
  },
  async emptyArgs() {
    await start('emptyArgs')
    expect((await ask(llm, calls)).calls[0]?.arguments).toBe('')
  },
  async emptyAnswer() {
    await start('emptyAnswer')
    expect(await ask(llm, words)).toMatchObject({ text: '', calls: [], finish: 'stop' })
  },
  async textToolCall() {
    for (const style of ['xml', 'json', 'function', 'deepseek']) {
      await start({ fault: 'textToolCall', style })
      const found = await ask(llm, calls)
      expect(found.calls).toEqual([])
      expect(found.text).toContain('shell_exec')
      if (style !== 'deepseek') await llm.close()
    }
  },
  async unknownTool() {
    await start('unknownTool')
    expect((await ask(llm, calls)).calls.map((call) => call.name)).toEqual(['teleport', 'file_write'])
  },
  async hugeArgs() {
    await start('hugeArgs')
    const args = JSON.parse((await ask(llm, calls)).calls[0]?.arguments ?? '')
    expect(args.padding).toHaveLength(2_000_000)
    expect(args.command).toBe('ls -la')
  },
  async contentFilter() {
    await start('contentFilter')
    expect((await ask(llm, words)).finish).toBe('content_filter')
  },
  async noIndex() {
    await start('noIndex')
    expect(await raw(calls)).not.toContain('"index":1')
    expect(callIndexes(chunksOf(await raw(calls)))).toContain(1)
  },
  async reusedIndex() {
    await start('reusedIndex')
    expect(new Set(callIndexes(chunksOf(await raw(calls))))).toEqual(new Set([0]))
  },
  async oneBasedIndex() {
    await start('oneBasedIndex')
    const chunks = chunksOf(await raw(calls))
    expect(new Set(callIndexes(chunks))).toEqual(new Set([1, 2]))
    expect(gather(chunks).finish).toBe('stop')
  },
  async dupIds() {
    await start('dupIds')
    expect((await ask(llm, calls)).calls.map((call) => call.id)).toEqual(['call_0', 'call_0'])
  },
  async noIds() {
    await start('noIds')
    expect((await ask(llm, calls)).calls.map((call) => call.id)).toEqual([undefined, undefined])
  },
  async objectArgs() {
    await start('objectArgs')
    const said = chunksOf(await raw(calls)).flatMap((chunk) => chunk.choices?.[0]?.delta?.tool_calls ?? [])
    expect(said.map((call) => call.function?.arguments)).toEqual([
      { command: 'ls -la', dir: '/workspace' },
      { path: 'a', content: 'b' },
    ])
  },
  async emptyChoices() {
    await start('emptyChoices')
    const chunks = chunksOf(await raw(words))
    expect(chunks[0]).toEqual({ choices: [] })
    expect(chunks.some((chunk) => chunk.choices === undefined)).toBe(true)
    expect(gather(chunks).text).toBe(text)
  },
  async noUsage() {
    await start('noUsage')
    const found = await ask(llm, words)
    expect(found.usage).toBeUndefined()
    expect(found.text).toBe(text)
  },
  async noDone() {
    await start('noDone')
    expect(await raw(words)).not.toContain('[DONE]')
    expect(await raw(words)).toContain('[DONE]')
  },
  async errorInStream() {
    for (const style of ['openai', 'vllm', 'openrouter']) {
      await start({ fault: 'errorInStream', style })
      const found = await raw(words)
      expect(found).toMatch(/"error"/)
      expect(found).not.toContain('[DONE]')
      if (style !== 'openrouter') await llm.close()
    }
  },
  async noisy() {
    await start('noisy')
    const found = await raw(words)
    expect(found).toContain(': keep-alive\r\n')
    expect(found).toContain('data:{')
    expect(gather(chunksOf(found)).text).toBe(text)
  },
  async cutClean() {
    await start('cutClean')
    const found = await raw(words)
    expect(found.endsWith('\n\n')).toBe(true)
    expect(gather(chunksOf(found)).finish).toBeUndefined()
    expect(text.startsWith(gather(chunksOf(found)).text)).toBe(true)
  },
  async cutMidLine() {
    await start('cutMidLine')
    const last = (await raw(words)).split('\n').at(-1) ?? ''
    expect(last.startsWith('data: {')).toBe(true)
    expect(() => JSON.parse(last.slice(6))).toThrow()
  },
  async cutMidUtf8() {
    await start('cutMidUtf8')
    const bytes = Buffer.from(await (await post(llm, words)).arrayBuffer())
    expect(() => new TextDecoder('utf-8', { fatal: true }).decode(bytes)).toThrow()
  },
  async resetMidway() {
    await start('resetMidway')
    const response = await post(llm, words)
    expect(response.status).toBe(200)
    await expect(response.text()).rejects.toThrow('terminated')
  },
  async stall() {
    await start('stall')
    const reader = (await post(llm, words)).body!.getReader()
    const first = await reader.read()
    expect(first.value?.length).toBeGreaterThan(0)
    const more = await Promise.race([reader.read(), settled()])
    expect(more).toBe('nothing')
    await reader.cancel()
  },
  async keepAliveOnly() {
    const waits: number[] = []
    await start({ fault: 'keepAliveOnly', gapMs: 5000 }, { sleep: async (ms: number) => void waits.push(ms) })
    const reader = (await post(llm, words)).body!.getReader()
    const first = await reader.read()
    expect(Buffer.from(first.value!).toString()).toContain(': keep-alive')
    expect(waits[0]).toBe(5000)
    await reader.cancel()
  },
  async slowFirstToken() {
    const waits: number[] = []
    await start({ fault: 'slowFirstToken', ms: 90_000 }, { sleep: async (ms: number) => void waits.push(ms) })
    expect((await ask(llm, words)).text).toBe(text)
    expect(waits).toEqual([90_000])
  },
  async drip() {
    const waits: number[] = []
    await start({ fault: 'drip', bytes: 5, gapMs: 40 }, { sleep: async (ms: number) => void waits.push(ms) })
    const found = await raw(words)
    expect(gather(chunksOf(found)).text).toBe(text)
    expect(waits.length).toBe(Math.ceil(Buffer.byteLength(found) / 5))
  },
  async jsonInsteadOfStream() {
    await start('jsonInsteadOfStream')
    const response = await post(llm, words)
    expect(response.headers.get('content-type')).toBe('application/json')
    expect(await response.json()).toMatchObject({
      object: 'chat.completion',
      choices: [{ message: { content: text } }],
    })
  },
}

const callIndexes = (chunks: ReturnType<typeof chunksOf>) =>
  chunks
    .flatMap((chunk) => chunk.choices?.[0]?.delta?.tool_calls ?? [])
    .flatMap((call) => (call.index === undefined ? [] : [call.index]))

// A hanging server sends nothing: the test sees it by an answer to another request coming first.
async function settled(): Promise<'nothing'> {
  await raw(words)
  return 'nothing'
}
async function untilJournal(entries: number): Promise<void> {
  while (llm.journal.count < entries) await fetch(llm.url.replace('/v1', '/__metrics'))
}

test.each(faults.map((fault) => [fault.name, fault.about]))('%s: %s', async (name) => {
  const check = checks[name]
  if (!check) throw new Error(`The fault ${name} has no test`)
  await check()
})

test('the second attempt at the same conversation is clean, though other fields changed', async () => {
  await start('emptyAnswer')
  expect((await ask(llm, words)).text).toBe('')
  expect((await ask(llm, { ...words, stream_options: { include_usage: true }, temperature: 1 })).text).toBe(
    text,
  )
  expect(llm.journal.entries.map((entry) => entry.attempt)).toEqual([1, 2])
})

test('faults follow each other by attempt, and the next conversation has none', async () => {
  llm = await startFakeLlm({ scenarios: [scenario] })
  llm.setFaults([{ request: 1, faults: [{ fault: 'status', status: 500 }, 'none', 'html502'] }])
  const statuses = [
    await post(llm, words),
    await post(llm, words),
    await post(llm, words),
    await post(llm, words),
    await post(llm, calls),
  ]
  expect(statuses.map((response) => response.status)).toEqual([500, 200, 502, 200, 200])
})

test('a fault in a scenario meets its own rule', async () => {
  const own = readScenario({
    id: 'own',
    title: 'x',
    rules: [{ reply: { text: 'hi' }, faults: [{ fault: 'status', status: 503 }] }],
  })
  llm = await startFakeLlm({ scenarios: [own] })
  expect((await post(llm, words)).status).toBe(503)
  expect((await ask(llm, words)).text).toBe('hi')
})
