import { readFileSync } from 'node:fs'
import { get } from 'node:http'
import { connect } from 'node:net'
import { arch } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Health } from '@deskhand/protocol/sandbox'
import type { Gateway } from '../gateway.ts'
import type { Route } from '../http/route.ts'

const LOOK_AGAIN_MS = 15

/** `?wait=SECONDS` answers as soon as everything is ready, or with the state after that time. */
export const health: Route = {
  method: 'GET',
  path: '/health',
  async answer({ url, gateway, request }) {
    const until = Date.now() + Math.min(Number(url.searchParams.get('wait')) || 0, 300) * 1000
    // Asking the display again and again would have it draw up a new viewer each time.
    const up = new Set<Part>()
    for (;;) {
      const state = await look(gateway, up)
      if (state.ready || Date.now() >= until || request.socket.destroyed) return state
      await sleep(LOOK_AGAIN_MS)
    }
  },
}

type Part = 'display'

/** `up` remembers what has answered, for those who look several times in a moment. */
async function look(gateway: Gateway, up: Set<Part>): Promise<Health> {
  const { settings, restarts } = gateway
  const [version, display, shell] = await Promise.all([
    browserVersion(settings.debuggingPort),
    up.has('display') || answers(settings.vncSocket),
    gateway.shells.ready(),
  ])
  if (display) up.add('display')
  return {
    api: 1,
    image: settings.image,
    ready: version !== undefined && display && shell,
    browser: {
      up: version !== undefined,
      version,
      restarts: restarts.count('browser'),
      sandboxed: read(join(settings.runFolder, 'browser.sandboxed')) === 'yes',
    },
    display: { up: display, ...settings.screen, restarts: restarts.count('display') },
    gateway: {
      restarts: restarts.count('gateway'),
      uptimeMs: Date.now() - gateway.startedAt,
      rssBytes: process.memoryUsage.rss(),
    },
    disk: gateway.disk.usage,
    os: { name: osName(), arch: arch() },
  }
}

function browserVersion(port: number): Promise<string | undefined> {
  return new Promise((done) => {
    const asked = get({ host: '127.0.0.1', port, path: '/json/version', timeout: 2000 }, (answer) => {
      let body = ''
      answer.setEncoding('utf8')
      answer.on('data', (text: string) => {
        body += text
      })
      answer.once('error', () => done(undefined))
      answer.once('end', () => done(/"Browser":\s*"([^"]+)"/.exec(body)?.[1]))
    })
    asked.once('error', () => done(undefined))
    asked.once('timeout', () => asked.destroy())
  })
}

function answers(socketPath: string): Promise<boolean> {
  return new Promise((done) => {
    const socket = connect(socketPath)
    socket.once('error', () => done(false))
    // The display speaks first: a socket that is there but silent is not up.
    socket.once('data', (greeting: Buffer) => {
      done(greeting.toString('latin1').startsWith('RFB '))
      socket.destroy()
    })
    socket.once('close', () => done(false))
    socket.setTimeout(2000, () => socket.destroy())
  })
}

let os: string | undefined
function osName(): string {
  os ??= /^PRETTY_NAME="?([^"\n]*)/m.exec(read('/etc/os-release'))?.[1] ?? 'Linux'
  return os
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8').trim()
  } catch {
    // Not written yet: the start script is a moment behind.
    return ''
  }
}
