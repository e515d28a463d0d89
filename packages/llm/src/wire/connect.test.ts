import { createServer, type Server } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { type AddressInfo, connect } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { createFetch } from './connect.ts'

const servers: { close(): unknown; closeAllConnections(): void }[] = []
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
})
async function listen(server: Server) {
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return (server.address() as AddressInfo).port
}

// Good for a hundred years, for localhost and model.test; worth nothing elsewhere.
const certificate = `-----BEGIN CERTIFICATE-----
MIIBpjCCAU2gAwIBAgIUJ4aqq0CY3TeWXkbWuTv3IUoL2P0wCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEzMDIxNDQyMVoYDzIxMjYxMTA2
MjE0NDIxWjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAAQYk0d8MHVadfkuCyrc+uAIzqIqGFCnxbZHcu/vBNQVzXoPpy8KWMyX
FgptGk9YG4fkh42VD5dYa3yUZeIOA4Lzo3sweTAdBgNVHQ4EFgQUeLXA/DcD25jk
HBIK2AcJP2JaCMQwHwYDVR0jBBgwFoAUeLXA/DcD25jkHBIK2AcJP2JaCMQwDwYD
VR0TAQH/BAUwAwEB/zAmBgNVHREEHzAdgglsb2NhbGhvc3SCCm1vZGVsLnRlc3SH
BH8AAAEwCgYIKoZIzj0EAwIDRwAwRAIgcUBdf182GzqdaSZsTGSkxEHQbM2CDeCW
S5NCyet39oACIAaYre2/lX0ioWAb49URlglrsfl+Aj0e6xWksZesWTyT
-----END CERTIFICATE-----
`
const key = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgRVT6Z+wYCe9sHatK
e0hFyqaCMCDlnvDdz3/MHHkFNTuhRANCAAQYk0d8MHVadfkuCyrc+uAIzqIqGFCn
xbZHcu/vBNQVzXoPpy8KWMyXFgptGk9YG4fkh42VD5dYa3yUZeIOA4Lz
-----END PRIVATE KEY-----
`
const get = { method: 'GET' as const, headers: {} }

/** A proxy that sends every tunnel to one port of this machine. */
async function proxyTo(port: () => number) {
  const targets: string[] = []
  const proxy = createServer((request, response) => {
    targets.push(request.url ?? '')
    response.end('by proxy')
  })
  proxy.on('connect', (request, socket, head) => {
    targets.push(request.url ?? '')
    const upstream = connect(port(), '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection Established\r\n\r\n')
      upstream.write(head)
      upstream.pipe(socket).pipe(upstream)
    })
    for (const end of [upstream, socket]) end.on('error', () => {})
  })
  const url = `http://127.0.0.1:${await listen(proxy)}`
  return { url, targets }
}

describe('a private certificate', () => {
  const secure = () =>
    listen(createTlsServer({ cert: certificate, key }, (_, response) => response.end('secure')))

  test('is trusted only when its CA was given', async () => {
    const url = `https://localhost:${await secure()}/`
    await expect(createFetch()(url, get)).rejects.toThrow()
    expect(await (await createFetch({ extraCa: certificate })(url, get)).text()).toBe('secure')
  })

  test('is trusted through a proxy too', async () => {
    const port = await secure()
    const proxy = await proxyTo(() => port)
    const fetch = createFetch({ extraCa: certificate, httpsProxy: proxy.url })
    expect(await (await fetch('https://model.test/v1', get)).text()).toBe('secure')
    expect(proxy.targets).toEqual(['model.test:443'])
  })
})

describe('a proxy', () => {
  test('gets what is outside, not what is on this machine or excepted', async () => {
    const port = await listen(createServer((_, response) => response.end('direct')))
    const proxy = await proxyTo(() => port)
    const fetch = createFetch({ httpProxy: proxy.url, noProxy: 'excepted.test' })
    expect(await (await fetch(`http://127.0.0.1:${port}/`, get)).text()).toBe('direct')
    expect(await (await fetch('http://model.test/v1', get)).text()).toBe('by proxy')
    await expect(fetch('http://excepted.test:1/', get)).rejects.toThrow()
    expect(proxy.targets).toEqual(['http://model.test/v1'])
  })

  test('may be written without its scheme, but must be an http address', async () => {
    const proxy = await proxyTo(() => 1)
    const fetch = createFetch({ httpProxy: proxy.url.replace('http://', '') })
    expect(await (await fetch('http://model.test/v1', get)).text()).toBe('by proxy')
    expect(() => createFetch({ httpProxy: 'socks5://10.0.0.1:1080' })).toThrow(/no proxy; an example/)
  })
})
