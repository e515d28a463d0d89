import { afterEach, expect, test } from 'vitest'
import { type AppDouble, appDouble } from '../testing/app-double.ts'
import { searchQuery, searchWords } from './search-words.ts'

let server: AppDouble | undefined
afterEach(() => server?.close())

test('a run of Chinese is written as overlapping pairs, and other words stay', () => {
  expect(searchWords('去三亚 trip').replace(/\s+/g, ' ').trim()).toBe('去三 三亚 亚 trip')
})

test('a query without any word searches for nothing', () => {
  expect(searchQuery(' "*() ')).toBeUndefined()
})

test('titles, messages and names of files are found, by words, their beginnings and two Chinese characters', async () => {
  server = await appDouble()
  const ann = await server.as('ann')
  const post = async (title: string, text: string) => {
    const { id } = (await ann.send('POST', '/api/sessions', { title })).json<{ id: string }>()
    await ann.send('POST', `/api/sessions/${id}/messages`, { text })
  }
  await post('Beekeeping', 'Read three articles on bees')
  await post('旅行计划', '帮我安排去三亚的行程')
  const found = async (search: string) => {
    const answer = await ann.get(`/api/sessions?search=${encodeURIComponent(search)}`)
    return answer.json<{ items: { title: string }[] }>().items.map((item) => item.title)
  }
  expect(await found('beek')).toEqual(['Beekeeping'])
  expect(await found('ARTICLES bees')).toEqual(['Beekeeping'])
  expect(await found('三亚')).toEqual(['旅行计划'])
  expect(await found('去三亚')).toEqual(['旅行计划'])
  expect(await found('程')).toEqual(['旅行计划'])
  expect(await found('三行')).toEqual([])
  expect(await found('" OR 1=1 --')).toEqual([])
})

test("another person's words are not found", async () => {
  server = await appDouble()
  const ann = await server.as('ann')
  await ann.send('POST', '/api/sessions', { title: 'Secret plan' })
  const bob = await server.as('bob')
  expect((await bob.get('/api/sessions?search=secret')).json()).toEqual({ items: [] })
})
