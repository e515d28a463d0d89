import { expect, test } from 'vitest'
import { loopsCaught } from './agent-loops.ts'
import { agentScript } from './agent-script.ts'
import { TokenMeter } from './token-meter.ts'

test('the script is the same each time', () => {
  expect(agentScript(5)).toEqual(agentScript(5))
  expect(agentScript(5).calls).toHaveLength(50)
})

test('all seven signals of going in circles are caught', async () => {
  expect(await loopsCaught()).toBe(7)
})

test('a request that begins as an earlier one hits the cache for its whole blocks', () => {
  const meter = new TokenMeter()
  const long = 'word '.repeat(400)
  meter.add([{ role: 'system', content: long }], [])
  expect(meter.hits).toBe(0)
  meter.add(
    [
      { role: 'system', content: long },
      { role: 'user', content: 'x' },
    ],
    [],
  )
  expect(meter.hits).toBe(384)
})
