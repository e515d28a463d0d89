import { afterEach, expect, test, vi } from 'vitest'
import { createKeeper } from './keeper.ts'

const open: BroadcastChannel[] = []
const tab = (name: string, id: number) => {
  const channel = new BroadcastChannel(name)
  open.push(channel)
  return createKeeper(channel, id)
}
afterEach(() => {
  for (const channel of open.splice(0)) channel.close()
  vi.useRealTimers()
})

test('of several hidden tabs the first keeps its stream, the others do not', async () => {
  const [first, second] = [tab('one', 1), tab('one', 2)]
  expect(await first.claim()).toBe(true)
  expect(await second.claim()).toBe(false)
})

test('when the keeper is looked at again the next one may keep', async () => {
  const [first, second] = [tab('two', 1), tab('two', 2)]
  await first.claim()
  first.release()
  expect(await second.claim()).toBe(true)
})
