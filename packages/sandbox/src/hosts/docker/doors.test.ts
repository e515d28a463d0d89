import { expect, test } from 'vitest'
import { doorsOf } from './doors.ts'
import { resolversIn } from './walls.ts'

test('allowed places and proxies become addresses with ports', async () => {
  const doors = await doorsOf({
    lanAllow: ['192.168.1.20:8123', '[fd00::7]:443'],
    httpProxy: 'http://user:pass@10.0.0.8:3128',
    httpsProxy: '10.0.0.9:8080',
  })
  expect(doors).toEqual([
    { address: '192.168.1.20', port: 8123 },
    { address: 'fd00::7', port: 443 },
    { address: '10.0.0.8', port: 3128 },
    { address: '10.0.0.9', port: 8080 },
  ])
})

test('a name that has no address opens no door', async () => {
  expect(await doorsOf({ lanAllow: ['nobody.invalid:80'] })).toEqual([])
})

test('resolvers are those that are not this container itself', () => {
  const text =
    '# made by docker\nnameserver 127.0.0.11\nnameserver 192.168.1.1\r\nnameserver fe80::1%eth0\nsearch lan\n'
  expect(resolversIn(text)).toEqual(['192.168.1.1', 'fe80::1'])
})
