import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { Duplex } from 'node:stream'
import { expect, onTestFinished, test } from 'vitest'
import { createWebSocketStream, WebSocket, WebSocketServer } from 'ws'
import { FakeClock } from '../testing/fake-clock.ts'
import { RfbDouble } from '../testing/rfb-double.ts'
import { type Bridge, bridge } from './bridge.ts'

/** A bridge between the stream and a browser's WebSocket over real loopback. */
async function span(stream: Duplex, options: { clock?: FakeClock; onInput?: () => void } = {}) {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1', autoPong: true })
  await once(server, 'listening')
  let opened: ((made: { bridge: Bridge; socket: WebSocket }) => void) | undefined
  const made = new Promise<{ bridge: Bridge; socket: WebSocket }>((resolve) => {
    opened = resolve
  })
  server.on('connection', (socket) => opened?.({ socket, bridge: bridge(stream, socket, options) }))
  const browser = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`, 'binary')
  onTestFinished(() => {
    browser.terminate()
    server.close()
  })
  const opening = once(browser, 'open')
  const { bridge: built, socket } = await made
  await opening
  return { bridge: built, socket, browser }
}

test('bytes go both ways unchanged, and input is noticed', async () => {
  const display = new RfbDouble()
  let inputs = 0
  const { browser } = await span(display.connect('control'), { onInput: () => inputs++ })
  display.viewers[0]?.send(Buffer.from('pixels'))
  const [pixels] = await once(browser, 'message')
  expect(String(pixels)).toMatch(/RFB 003.008|pixels/)
  browser.send(Buffer.from([1, 2, 3]))
  await expect.poll(() => Buffer.concat(display.input).toString('hex')).toBe('010203')
  expect(inputs).toBe(1)
})

test('a browser that reads nothing holds the display after a few MiB, and gets all when it reads on', async () => {
  let sent = 0
  const total = 64 * 1024 * 1024
  const chunk = Buffer.alloc(256 * 1024, 7)
  const display = new Duplex({
    read() {
      if (sent >= total) return void this.push(null)
      sent += chunk.length
      this.push(chunk)
    },
    write(_chunk, _encoding, done) {
      done()
    },
  })
  const { browser, socket } = await span(display)
  browser.pause()
  await expect.poll(() => display.isPaused()).toBe(true)
  expect(socket.bufferedAmount).toBeLessThan(6 * 1024 * 1024)
  let received = 0
  browser.on('message', (data: Buffer) => {
    received += data.length
  })
  browser.resume()
  await once(browser, 'close')
  expect(received).toBe(total)
})

test('a display that takes nothing holds the browser', async () => {
  let waiting = () => {}
  let isTaking = false
  let taken = 0
  const display = new Duplex({
    read() {},
    write(data: Buffer, _encoding, done) {
      taken += data.length
      if (isTaking) done()
      else waiting = done
    },
  })
  const { browser, socket } = await span(display)
  const stream = createWebSocketStream(browser)
  for (let i = 0; i < 64; i++) stream.write(Buffer.alloc(256 * 1024))
  await expect.poll(() => socket.isPaused).toBe(true)
  expect(display.writableLength).toBeLessThan(6 * 1024 * 1024)
  isTaking = true
  waiting()
  await expect.poll(() => taken).toBe(64 * 256 * 1024)
  expect(socket.isPaused).toBe(false)
})

test('when the display ends the browser is told, and the other way round', async () => {
  const display = new RfbDouble()
  const one = await span(display.connect('view'))
  display.disconnect()
  const [code] = await once(one.browser, 'close')
  expect(code).toBe(1000)
  const stream = display.connect('view')
  const two = await span(stream)
  two.browser.close()
  await two.bridge.closed
  expect(stream.destroyed).toBe(true)
})

test('a lease that was lost closes with its code', async () => {
  const { bridge: built, browser } = await span(new RfbDouble().connect('control'))
  built.end(4409, 'Control was lost.')
  const [code, reason] = await once(browser, 'close')
  expect([code, String(reason)]).toEqual([4409, 'Control was lost.'])
})

test('a browser that answers no ping is dropped', async () => {
  const clock = new FakeClock()
  const { browser, socket } = await span(new RfbDouble().connect('view'), { clock })
  browser.pause()
  await clock.advance(110_000)
  expect(socket.readyState).not.toBe(WebSocket.OPEN)
})
