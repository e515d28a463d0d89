import { systemClock } from '@deskhand/llm'
import { expect, test } from 'vitest'
import { readConfig } from '../config.ts'
import { Models } from './models.ts'

const demoEndpoint = { baseUrl: 'http://127.0.0.1:1/v1', model: 'demo' }
function modelsOf(env: Record<string, string>, demo = true) {
  const { values } = readConfig({ env, folder: '/nonexistent' })
  return new Models({
    values: () => values,
    demo: () => (demo ? demoEndpoint : undefined),
    prices: () => ({}),
    options: { clock: systemClock },
    fetch,
  })
}

test('without a model the demo answers, and with one it does not', () => {
  const none = modelsOf({})
  expect([none.configured, none.demo, none.ready]).toEqual([false, true, true])
  expect(none.endpoint('executor')).toEqual(demoEndpoint)
  const own = modelsOf({ API_BASE: 'http://own/v1', MODEL_NAME: 'm' })
  expect([own.configured, own.demo]).toEqual([true, false])
  const nothing = modelsOf({}, false)
  expect(nothing.ready).toBe(false)
})

test('the planner is the executor unless it is named, and takes its address with it', () => {
  const shared = modelsOf({ API_BASE: 'http://own/v1', API_KEY: 'k', MODEL_NAME: 'm', PLANNER_MODEL: 'big' })
  expect(shared.endpoint('planner')).toEqual({ baseUrl: 'http://own/v1', model: 'big', apiKey: 'k' })
  expect(modelsOf({ API_BASE: 'http://own/v1', MODEL_NAME: 'm' }).endpoint('planner')?.model).toBe('m')
})

test("the executor's key is not sent to another server", () => {
  const models = modelsOf({
    API_BASE: 'http://own/v1',
    API_KEY: 'secret',
    MODEL_NAME: 'm',
    PLANNER_MODEL: 'big',
    PLANNER_API_BASE: 'http://other/v1',
  })
  expect(models.endpoint('planner')).toEqual({ baseUrl: 'http://other/v1', model: 'big' })
})

test('a session may work with another model of the same server', () => {
  const models = modelsOf({ API_BASE: 'http://own/v1', MODEL_NAME: 'm' })
  expect(models.set('other').executor.info).toMatchObject({ name: 'other', baseUrl: 'http://own/v1' })
  expect(models.set().executor.info.name).toBe('m')
  expect(models.set('other').planner.info.name).toBe('m')
})

test('search goes by the settings, and by the browser when there are none', () => {
  expect(modelsOf({}).search().providers).toEqual(['browser'])
  const named = modelsOf({
    SEARXNG_URL: 'http://searx.lan',
    SEARCH_PROVIDER: 'tavily,browser',
    TAVILY_API_KEY: 't',
  })
  expect(named.search().providers).toEqual(['tavily', 'browser'])
  expect(named.search().values).toMatchObject({ SEARXNG_URL: 'http://searx.lan', TAVILY_API_KEY: 't' })
  expect(named.search().values).not.toHaveProperty('API_KEY')
})
