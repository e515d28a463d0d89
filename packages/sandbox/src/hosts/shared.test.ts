import { expect, onTestFinished, test } from 'vitest'
import { openSandboxHost } from '../open-sandbox-host.ts'
import { defaultSandboxSettings } from '../settings.ts'
import { serveGateway } from '../testing/gateway-double.ts'
import { MemoryStore } from '../testing/memory-store.ts'
import { SandboxDouble } from '../testing/sandbox-double.ts'
import { sharedAddress } from './shared.ts'

test('an address is read with and without token, scheme and port', () => {
  expect(sharedAddress('localhost')).toEqual({ host: 'localhost', port: 8080, token: '' })
  expect(sharedAddress('http://word@127.0.0.1:9000')).toEqual({
    host: '127.0.0.1',
    port: 9000,
    token: 'word',
  })
})

test('with SANDBOX_ADDRESS all sessions meet in one sandbox, which outlives them', async () => {
  const double = new SandboxDouble()
  const gateway = await serveGateway(double)
  onTestFinished(async () => {
    await gateway.close()
    await double.close()
  })
  const { port, token } = gateway.address
  const settings = {
    ...defaultSandboxSettings,
    installId: 'x',
    image: 'none',
    address: `${token}@127.0.0.1:${port}`,
  }
  const { host } = await openSandboxHost({ settings, store: new MemoryStore() })
  onTestFinished(() => host.close())
  const here = { timeZone: 'UTC', language: 'en' }
  const a = await host.acquire('a', here)
  await a.sandbox.files.write({ path: 'seen.txt', content: 'by both' })
  const b = await host.acquire('b', here)
  expect(await b.sandbox.files.read({ path: 'seen.txt' })).toMatchObject({ text: 'by both' })
  await host.remove('a')
  expect(await b.sandbox.health()).toMatchObject({ ready: true })
})
