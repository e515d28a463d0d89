import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { scenarioPath } from './scenario-path.ts'

const program = fileURLToPath(new URL('../bin/deskhand-fake-llm.mjs', import.meta.url))
const run = (...args: string[]) =>
  spawn(process.execPath, [program, ...args], { stdio: ['ignore', 'pipe', 'pipe'] })

test('the command serves a scenario under a persona until it is told to end', async () => {
  const child = run(scenarioPath('golden'), '--persona', 'ollama-4k', '--port', '0')
  const [said] = await once(child.stdout, 'data')
  const url = /http:\/\/\S+\/v1/.exec(String(said))?.[0]
  const models = (await (await fetch(`${url}/models`)).json()) as { data: { id: string }[] }
  expect(models.data[0]?.id).toBe('qwen3:8b')
  child.kill('SIGTERM')
  expect((await once(child, 'exit'))[0]).toBe(0)
})

test.each([
  [['nowhere.yaml'], /There is no scenario file or folder nowhere\.yaml/],
  [['--persona', 'nobody'], /There is no persona "nobody"\. There are: openai-strict/],
  [['--port', 'high'], /--port takes a whole number, not "high"/],
])('%j ends with 1 and says why', async (args, words) => {
  const child = run(...args)
  const errors: string[] = []
  child.stderr.on('data', (data) => errors.push(String(data)))
  expect((await once(child, 'close'))[0]).toBe(1)
  expect(errors.join('')).toMatch(words)
})
