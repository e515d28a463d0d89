import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { SandboxHost, SandboxNews, SandboxStore } from '../host.ts'

const surroundings = { timeZone: 'Europe/Berlin', language: 'en' }

/** What the lifecycle keeps over every engine. One session's life, in order. */
export function lifecycleContract(
  name: string,
  open: () => Promise<{ host: SandboxHost; store: SandboxStore; close: () => Promise<void> }>,
): void {
  describe(name, () => {
    let host: SandboxHost
    let store: SandboxStore
    let close: () => Promise<void> = async () => {}
    const news: SandboxNews[] = []
    beforeAll(async () => {
      const opened = await open()
      host = opened.host
      store = opened.store
      close = opened.close
      host.onNews((one) => news.push(one))
      await host.recover()
    })
    afterAll(() => close())

    test('a session has no sandbox until it is asked for, then it has one of its own', async () => {
      expect(host.state('one').state).toBe('none')
      const { sandbox, from } = await host.acquire('one', surroundings)
      expect(from).toBe('new')
      expect(host.state('one').state).toBe('ready')
      expect(host.peek('one')).toBe(sandbox)
      await sandbox.files.write({ path: 'kept.txt', content: 'still here' })
    })

    test('asking again while it is awake answers the same one', async () => {
      const again = await host.acquire('one', surroundings)
      expect(again.from).toBe('woken')
      expect(again.sandbox).toBe(host.peek('one'))
      expect(store.all()).toHaveLength(1)
    })

    test('a paused one is woken as it was, processes and all', async () => {
      const before = host.peek('one')!
      await before.shell.exec({ callId: 'p1', command: 'export KEPT=yes' })
      await host.pause('one')
      expect(host.state('one').state).toBe('paused')
      expect(host.peek('one')).toBeUndefined()
      const { sandbox, from } = await host.acquire('one', surroundings)
      expect(from).toBe('woken')
      expect(await sandbox.shell.exec({ callId: 'p2', command: 'echo $KEPT' })).toMatchObject({
        output: 'yes\n',
      })
    })

    test('a stopped one starts again with its files', async () => {
      await host.stop('one')
      expect(host.state('one').state).toBe('stopped')
      const { sandbox } = await host.acquire('one', surroundings)
      expect(await sandbox.files.read({ path: 'kept.txt' })).toMatchObject({ text: 'still here' })
    })

    test('restart ends what ran and keeps the files', async () => {
      await host.peek('one')!.shell.exec({ callId: 'r1', command: 'export KEPT=yes' })
      const sandbox = await host.restart('one', surroundings)
      expect(await sandbox.shell.exec({ callId: 'r2', command: 'echo "<$KEPT>"' })).toMatchObject({
        output: '<>\n',
      })
      expect(await sandbox.files.stat('kept.txt')).toMatchObject({ size: 10 })
    })

    test('two who ask at once for one session get one sandbox', async () => {
      const [a, b] = await Promise.all([host.acquire('two', surroundings), host.acquire('two', surroundings)])
      expect(a.sandbox).toBe(b.sandbox)
      expect(store.all().filter((record) => record.sessionId === 'two')).toHaveLength(1)
    })

    test('a removed session leaves nothing: no record, no state, one piece of news', async () => {
      await host.remove('two')
      await host.remove('one')
      expect(host.state('one').state).toBe('none')
      expect(store.all()).toEqual([])
      expect(news.filter((one) => one.type === 'ended')).toEqual([
        { type: 'ended', sessionId: 'two', reason: 'removed' },
        { type: 'ended', sessionId: 'one', reason: 'removed' },
      ])
    })
  })
}
