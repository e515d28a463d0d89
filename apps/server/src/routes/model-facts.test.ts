import type { ModelProfileBody, PricesBody } from '@deskhand/protocol/http'
import { afterEach, expect, test } from 'vitest'
import { modelProfiles } from '../db/schema.ts'
import { type AppDouble, appDouble } from '../testing/app-double.ts'

let server: AppDouble
afterEach(() => server.close())
const noModels = { models: undefined }

test('a price that was saved comes before the list, outlives the server, and counts at once', async () => {
  server = await appDouble({ parts: noModels, env: { API_BASE: 'http://127.0.0.1:1/v1', MODEL_NAME: 'm' } })
  const ann = await server.as('ann')
  const own = { 'm*': { input: 2, output: 8, cached: 0.5 } }
  const saved = await ann.send('PUT', '/api/models/prices', { own })
  expect(saved.json<PricesBody>().own).toEqual(own)
  expect(server.app.prices.all['m*']).toEqual(own['m*'])
  expect(server.app.models.make({ baseUrl: 'http://x/v1', model: 'm' }).prices?.['m*']).toEqual(own['m*'])
  const asked = (await ann.get('/api/models/prices')).json<PricesBody>()
  expect(asked.own).toEqual(own)
  expect(Object.keys(asked.given).length).toBeGreaterThan(5)
  await server.app.close()

  const again = await appDouble({ dataDir: server.dataDir })
  expect(again.app.prices.own).toEqual(own)
  await again.close()
})

test('a price that is none is refused, and a member changes nothing', async () => {
  server = await appDouble()
  const [ann, bob] = [await server.as('ann'), await server.as('bob')]
  const put = (who: typeof ann, own: object) => who.send('PUT', '/api/models/prices', { own })
  expect((await put(ann, { m: { input: -1, output: 1 } })).statusCode).toBe(400)
  expect((await put(ann, { m: { output: 1 } })).statusCode).toBe(400)
  expect((await put(bob, { m: { input: 1, output: 1 } })).statusCode).toBe(403)
  expect((await bob.send('DELETE', '/api/models/profiles?key=x')).statusCode).toBe(403)
  expect(server.app.prices.own).toEqual({})
})

test('what was learned of a model is shown with its preset, and forgotten when asked', async () => {
  server = await appDouble({
    parts: noModels,
    env: { API_BASE: 'http://127.0.0.1:11434', MODEL_NAME: 'qwen3' },
  })
  const ann = await server.as('ann')
  const list = async () => (await ann.get('/api/models/profiles')).json<ModelProfileBody[]>()
  const [fresh] = await list()
  expect(fresh).toMatchObject({
    baseUrl: 'http://127.0.0.1:11434/v1',
    model: 'qwen3',
    roles: ['executor', 'planner'],
    learned: [],
  })
  const profile = JSON.stringify({ images: false, contextWindow: 16_384, tokenFactor: 1.2 })
  server.app.db.orm
    .insert(modelProfiles)
    .values([
      { key: fresh?.key ?? '', profile, updatedAt: 1 },
      { key: 'http://gone/v1#old', profile: '{"temperature":false}', updatedAt: 1 },
    ])
    .run()
  const [mine, old] = await list()
  expect(mine).toMatchObject({
    preset: fresh?.preset,
    contextWindow: 16_384,
    images: false,
    maxImages: 0,
    learned: [
      { name: 'images', value: 'false' },
      { name: 'contextWindow', value: '16384' },
    ],
  })
  expect(old).toMatchObject({ model: 'old', roles: [], learned: [{ name: 'temperature', value: 'false' }] })
  const forget = (key = '') => ann.send('DELETE', `/api/models/profiles?key=${encodeURIComponent(key)}`)
  expect((await forget(fresh?.key)).statusCode).toBe(204)
  expect((await list())[0]).toEqual(fresh)
  expect((await forget(fresh?.key)).statusCode).toBe(404)
})
