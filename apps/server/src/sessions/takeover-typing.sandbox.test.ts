import { setTimeout as wait } from 'node:timers/promises'
import { dockerStage, openStageHost, sweepStage } from '@deskhand/sandbox/testing'
import { describe, expect, test } from 'vitest'
import { appDouble } from '../testing/app-double.ts'

const PAGE = `<!doctype html><meta charset="utf-8"><title>typing</title><input autofocus
oninput="out.textContent = this.value"><p id="out"></p>`
const TEXT = '你好世界再见'

const stage = await dockerStage()
if (typeof stage === 'string') describe.skip(`Docker: ${stage}`, () => test('skipped', () => {}))
else
  test('six Chinese characters typed 10 ms apart by a person in control arrive, all and in order', async () => {
    const { host } = await openStageHost(stage)
    const server = await appDouble({ parts: { openHost: () => host } })
    try {
      const ann = await server.as('ann')
      const id = await ann.newSession()
      const session = server.app.sessions.at(server.app.sessionList.find(id)!)
      const sandbox = await session.surroundings.awake()
      await sandbox.files.write({ path: '/tmp/page/index.html', content: PAGE })
      const serve =
        'cd /tmp/page && (python3 -m http.server 7790 --bind 127.0.0.1 >/dev/null 2>&1 &); until curl -fs -o /dev/null http://127.0.0.1:7790/; do sleep 0.1; done'
      await sandbox.shell.exec({ callId: 'serve', command: serve })
      const browser = await session.surroundings.browser()
      await browser.open({ url: 'http://127.0.0.1:7790/' })

      const taken = await ann.send('POST', `/api/sessions/${id}/control`, { action: 'take' })
      const { lease } = taken.json<{ lease: string }>()
      const type = async (text: string) =>
        (await ann.send('POST', `/api/sessions/${id}/type`, { lease, text })).statusCode
      const answers: Promise<number>[] = []
      for (const character of TEXT) {
        answers.push(type(character))
        await wait(10)
      }
      expect(await Promise.all(answers)).toEqual(Array(TEXT.length).fill(204))
      await expect.poll(() => browser.pageHasText(TEXT), { timeout: 10_000 }).toBe(true)
      const stranger = await ann.send('POST', `/api/sessions/${id}/type`, { lease: 'none', text: 'x' })
      expect(stranger.statusCode).toBe(409)
    } finally {
      await server.close()
      await host.close()
      await sweepStage(stage)
    }
  })
