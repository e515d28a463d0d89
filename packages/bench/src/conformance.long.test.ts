import { setTimeout as wait } from 'node:timers/promises'
import { type BrowserHome, BrowserSession } from '@deskhand/browser'
import { type Bench, conformance } from '@deskhand/browser/conformance'
import type { LiveSandbox, SandboxHost } from '@deskhand/sandbox'
import { type DockerStage, dockerStage, openStageHost, sweepStage } from '@deskhand/sandbox/testing'
import { siteFiles } from '@deskhand/sites'
import { afterAll, beforeAll, describe, test } from 'vitest'

const stage = await dockerStage()
if (typeof stage === 'string') {
  process.stderr.write(`The conformance pages in a sandbox are skipped: ${stage}\n`)
  describe.skip('the conformance pages in a sandbox', () => test('skipped', () => {}))
} else describe('the conformance pages in a real sandbox', () => inSandbox(stage))

const folder = '/home/agent/conformance'
const [port, otherPort] = [8091, 8092]

function inSandbox(stage: DockerStage): void {
  let host: SandboxHost
  let sandbox: LiveSandbox
  let bench: Bench

  beforeAll(async () => {
    host = (await openStageHost(stage)).host
    sandbox = (await host.acquire('conformance', { timeZone: 'UTC', language: 'en' })).sandbox
    const prefix = 'pages/conformance/'
    for (const { path, bytes } of await siteFiles({ withConformance: true }))
      if (path.startsWith(prefix)) await sandbox.files.upload(`${folder}/${path.slice(prefix.length)}`, bytes)
    await sandbox.shell.exec({
      callId: 'serve',
      command: `node ${folder}/serve.mjs ${port} ${otherPort}`,
      shell: 'pages',
      waitSeconds: 2,
      maxChars: 1000,
    })
    await wait(1500)
    const home = homeOf(sandbox)
    bench = {
      browser: await BrowserSession.connect(home),
      otherPort,
      url: (page, query) =>
        `http://127.0.0.1:${port}${page.startsWith('/') ? page : `/${page}${page.includes('.') ? '' : '.html'}`}${query ? `?${query}` : ''}`,
      async downloads() {
        const out = new Map<string, Buffer>()
        for (const entry of (await sandbox.files.list('/workspace/downloads')).entries) {
          if (entry.type !== 'file') continue
          const parts: Buffer[] = []
          for await (const part of (await sandbox.files.download(entry.path)).stream)
            parts.push(part as Buffer)
          out.set(entry.name, Buffer.concat(parts))
        }
        return out
      },
      async file(name, bytes) {
        return (await sandbox.files.upload(`/workspace/${name}`, Buffer.alloc(bytes, 120))).path
      },
      async reconnect() {
        await bench.browser.close()
        bench.browser = await BrowserSession.connect(home)
      },
    }
  })
  afterAll(async () => {
    await bench?.browser.close()
    await host?.remove('conformance').catch(() => undefined)
    await host?.close()
    await sweepStage(stage)
  })

  for (const { page, says, run } of conformance) test(`${page}: ${says}`, () => run(bench))
}

function homeOf({ browser, files }: LiveSandbox): BrowserHome {
  return {
    cdp: () => browser.cdp(),
    pressKey: (key, signal) => browser.pressKey(key, { signal }),
    files: {
      stat: async (path) => {
        const found = await files.stat(path)
        return found && { path: found.path, size: found.size, type: found.type }
      },
      write: async (path, bytes) => void (await files.upload(path, Buffer.from(bytes as Uint8Array))),
      move: (from, to) => files.move(from, to),
      list: async (path) => (await files.list(path)).entries.map((entry) => entry.name),
      async pdfText(path) {
        const read = await files.read({ path })
        if (read.kind !== 'pdf') throw new Error(`${path} is no PDF`)
        return { text: read.text, pages: read.pages }
      },
    },
    downloads: '/workspace/downloads',
    now: () => Date.now(),
    timeZone: 'UTC',
  }
}
