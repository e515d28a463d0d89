import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, createServer as createTcpServer } from 'node:net'
import { Readable } from 'node:stream'
import type { GatewayEvent } from '@deskhand/protocol/sandbox'
import { expect, onTestFinished, test } from 'vitest'
import { serveGateway } from '../testing/gateway-double.ts'
import { sandboxContract } from '../testing/sandbox-contract.ts'
import { SandboxDouble } from '../testing/sandbox-double.ts'
import { HttpSandbox } from './http-sandbox.ts'

async function open() {
  const double = new SandboxDouble({ id: 'a1b2c3d4e5f6' })
  const gateway = await serveGateway(double)
  const close = async () => {
    await gateway.close()
    await double.close()
  }
  return { double, gateway, sandbox: new HttpSandbox(gateway.address), close }
}

async function opened() {
  const all = await open()
  onTestFinished(all.close)
  return all
}

sandboxContract('the client, over HTTP', open)

test('a wrong token is refused with a sentence', async () => {
  const { gateway } = await opened()
  const stranger = new HttpSandbox({ ...gateway.address, token: 'wrong' })
  await expect(stranger.health()).rejects.toMatchObject({ code: 'UNAUTHORIZED', status: 401 })
  await expect(stranger.vnc('view')).rejects.toMatchObject({ status: 401 })
})

test('a sandbox that is not there does not answer, and its token is in no message', async () => {
  const nobody = createTcpServer().listen(0, '127.0.0.1')
  await once(nobody, 'listening')
  const { port } = nobody.address() as AddressInfo
  await new Promise((resolve) => nobody.close(resolve))
  const sandbox = new HttpSandbox({ id: 'gone', host: '127.0.0.1', port, token: 'very-secret' })
  const error = await sandbox.health().catch((error) => error)
  expect(error).toMatchObject({ name: 'SandboxError', code: 'UNREACHABLE' })
  expect(error.message).toContain('gone')
  expect(JSON.stringify(error) + error.stack + error.message).not.toContain('very-secret')
})

test('a connection lost before the outcome is no outcome', async () => {
  const { sandbox, gateway } = await opened()
  const call = sandbox.shell.exec(
    { callId: 'x', command: 'echo begun; read x' },
    { onOutput: () => void gateway.close() },
  )
  await expect(call).rejects.toMatchObject({ code: 'UNREACHABLE' })
})

test('a gateway of another version is told apart from a broken one', async () => {
  const server = createServer((_request, response) => {
    response.end(JSON.stringify({ api: 7, ready: true }))
  }).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const sandbox = new HttpSandbox({ id: 'old', host: '127.0.0.1', port, token: 't' })
  await expect(sandbox.health()).rejects.toMatchObject({ code: 'API_MISMATCH' })
})

test('pixels and pointer go both ways raw, and a viewer moves nothing', async () => {
  const { sandbox, double } = await opened()
  const control = await sandbox.vnc('control')
  const [greeting] = await once(control, 'data')
  expect(String(greeting)).toBe('RFB 003.008\n')
  control.write(Buffer.from([5, 1, 0, 10, 0, 20]))
  await expect.poll(() => Buffer.concat(double.rfb.input).toString('hex')).toBe('0501000a0014')
  const view = await sandbox.vnc('view')
  view.write(Buffer.from([5, 1]))
  await once(view, 'data')
  double.rfb.viewers[0]?.send(Buffer.from('pixels'))
  const [pixels] = await once(control, 'data')
  expect(String(pixels)).toBe('pixels')
  expect(Buffer.concat(double.rfb.input)).toHaveLength(6)
  control.destroy()
  view.destroy()
})

test('a terminal carries bytes both ways', async () => {
  const { sandbox } = await opened()
  const started = sandbox.shell.exec({ callId: 'r', shell: 'tty', command: 'read x; echo "got <$x>"' })
  const terminal = await sandbox.shell.attach('tty')
  terminal.write('typed\n')
  const [output] = await once(terminal, 'data')
  expect(String(output)).toContain('got <typed>')
  expect((await started).exitCode).toBe(0)
  terminal.destroy()
})

test('what the gateway tells arrives, also after it was away', async () => {
  const double = new SandboxDouble()
  onTestFinished(() => double.close())
  const gateway = await serveGateway(double)
  onTestFinished(() => gateway.close())
  const heard: GatewayEvent[] = []
  const stop = new HttpSandbox(gateway.address).events((event) => heard.push(event))
  onTestFinished(stop)
  const told = { type: 'display.restarted', restarts: 1 } as const
  const tellAndLook = () => {
    double.tell(told)
    return heard[0]
  }
  await expect.poll(tellAndLook).toEqual(told)
})

test('an upload refused half-way is the refusal, not a broken pipe', async () => {
  const { sandbox, double } = await opened()
  double.setDiskFull(true)
  const endless = Readable.from(
    (function* () {
      for (let i = 0; i < 2000; i++) yield Buffer.alloc(16_384)
    })(),
  )
  await expect(sandbox.files.upload('big', endless)).rejects.toMatchObject({ code: 'DISK_FULL' })
})

test('the clipboard and keys reach the display', async () => {
  const { sandbox, double } = await opened()
  await sandbox.clipboard.write('kopiert 报表')
  expect(await sandbox.clipboard.read()).toBe('kopiert 报表')
  await sandbox.browser.pressKey('Escape')
  expect(double.calls.at(-1)).toMatchObject({ method: 'browser.pressKey', args: ['Escape'] })
})
