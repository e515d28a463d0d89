import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const program = '/usr/bin/chromium'

/** Why there is no Chromium to test with; undefined when there is one. */
export const noChromium: string | undefined = existsSync(program) ? undefined : `${program} is not installed`

export interface LocalChromium {
  /** where CDP answers */
  url: string
  stop(): Promise<void>
  /** ends it as a crash does; `start` brings it back on the same port */
  kill(): Promise<void>
  restart(): Promise<void>
}

/** A headless Chromium of this machine with a profile of its own, on a free port. */
export async function startChromium(
  options: { width?: number; height?: number; args?: string[] } = {},
): Promise<LocalChromium> {
  const profile = await mkdtemp(join(tmpdir(), 'deskhand-chromium-'))
  let { child, port } = await launch(profile, 0, options)
  const end = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const gone = new Promise((done) => child.once('exit', done))
    child.kill('SIGKILL')
    await gone
  }
  return {
    url: `http://127.0.0.1:${port}`,
    kill: end,
    async restart() {
      await end()
      for (const name of ['SingletonLock', 'SingletonSocket', 'SingletonCookie'])
        await rm(join(profile, name), { force: true })
      ;({ child, port } = await launch(profile, port, options))
    },
    async stop() {
      await end()
      await rm(profile, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

async function launch(
  profile: string,
  port: number,
  options: { width?: number; height?: number; args?: string[] },
): Promise<{ child: ChildProcess; port: number }> {
  const child = spawn(
    program,
    [
      '--headless=new',
      '--no-sandbox',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--disable-gpu',
      '--disable-dev-shm-usage',
      '--hide-scrollbars',
      '--password-store=basic',
      `--window-size=${options.width ?? 1280},${options.height ?? 1024}`,
      `--user-data-dir=${profile}`,
      `--remote-debugging-port=${port}`,
      ...(options.args ?? []),
      'about:blank',
    ],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  )
  return new Promise((done, fail) => {
    let said = ''
    child.once('exit', (code) => fail(new Error(`Chromium ended with ${code} before it listened:\n${said}`)))
    child.stderr!.on('data', (data) => {
      said = (said + data).slice(-4000)
      const m = said.match(/DevTools listening on ws:\/\/[^:]+:(\d+)\//)
      if (m) done({ child, port: Number(m[1]) })
    })
  })
}
