import { describe, test } from 'vitest'
import { dockerStage, openStageHost, sweepStage } from '../../testing/docker-stage.ts'
import { lifecycleContract } from '../../testing/lifecycle-contract.ts'
import { sandboxContract } from '../../testing/sandbox-contract.ts'

const stage = await dockerStage()
if (typeof stage === 'string') describe.skip(`Docker: ${stage}`, () => test('skipped', () => {}))
else {
  lifecycleContract('the lifecycle over Docker', async () => {
    const { host, store } = await openStageHost(stage)
    return {
      host,
      store,
      async close() {
        await host.close()
        await sweepStage(stage)
      },
    }
  })

  sandboxContract('a sandbox in a container', async () => {
    const { host } = await openStageHost(stage)
    const { sandbox } = await host.acquire('contract', { timeZone: 'UTC', language: 'en' })
    return {
      sandbox,
      async close() {
        await host.close()
        await sweepStage(stage)
      },
    }
  })
}
