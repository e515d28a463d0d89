import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ShellChunk, ShellContinue, ShellExec, ShellResult } from '@deskhand/protocol/sandbox'
import { Gateway } from '../gateway.ts'
import { ownEnvironment, type Settings } from '../settings.ts'

export const TOKEN = 'a-token-for-tests-only'

/** A gateway in this process, with folders of its own and no display or browser beside it. */
export class RunningGateway {
  readonly root: string
  readonly workspace: string
  readonly gateway: Gateway
  readonly port: number
  readonly ended: { count: number }
  #calls = 0

  private constructor(root: string, gateway: Gateway, port: number, ended: { count: number }) {
    this.root = root
    this.workspace = join(root, 'workspace')
    this.gateway = gateway
    this.port = port
    this.ended = ended
  }

  static async start(more: Partial<Settings> = {}): Promise<RunningGateway> {
    const root = await mkdtemp(join(tmpdir(), 'deskhand-gateway-'))
    for (const folder of ['run', 'workspace', 'home', 'calls']) await mkdir(join(root, folder))
    const ended = { count: 0 }
    const settings: Settings = {
      token: TOKEN,
      host: '127.0.0.1',
      port: 0,
      image: 'test',
      workspace: join(root, 'workspace'),
      home: join(root, 'home'),
      runFolder: join(root, 'run'),
      callsFolder: join(root, 'calls'),
      screen: { width: 1280, height: 1024 },
      debuggingPort: 1,
      vncSocket: join(root, 'run', 'vnc.sock'),
      diskLimitBytes: 0,
      deadmanMinutes: 0,
      // Not the developer's own start-up files: they may be slow, and say things.
      environment: { ...ownEnvironment(), HOME: join(root, 'home') },
      ...more,
    }
    const gateway = new Gateway(settings, () => {
      ended.count += 1
    })
    return new RunningGateway(root, gateway, await gateway.listen(), ended)
  }

  async close(): Promise<void> {
    await this.gateway.shells.stop({})
    await this.gateway.close()
    await rm(this.root, { recursive: true, force: true, maxRetries: 5 })
  }

  fetch(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = { authorization: `Bearer ${TOKEN}`, ...init.headers }
    return fetch(`http://127.0.0.1:${this.port}${path}`, { ...init, headers })
  }

  async post<T>(path: string, body: unknown): Promise<T> {
    const response = await this.fetch(path, { method: 'POST', body: JSON.stringify(body) })
    const text = await response.text()
    if (!response.ok)
      throw Object.assign(new Error(text), JSON.parse(text).error, { status: response.status })
    return text === '' ? (undefined as T) : (JSON.parse(text) as T)
  }

  exec(command: string, more: Partial<ShellExec> = {}): Promise<ShellResult> {
    return this.#shell('/shell/exec', { callId: this.#callId(), command, ...more })
  }

  continue(more: Partial<ShellContinue> = {}): Promise<ShellResult> {
    return this.#shell('/shell/continue', { callId: this.#callId(), ...more })
  }

  #callId(): string {
    this.#calls += 1
    return `call-${this.#calls}`
  }

  async #shell(path: string, body: object): Promise<ShellResult> {
    const response = await this.fetch(path, { method: 'POST', body: JSON.stringify(body) })
    const lines = (await response.text()).trim().split('\n')
    const last = JSON.parse(lines.at(-1) as string) as ShellChunk
    if (last.type !== 'result') throw new Error(lines.at(-1))
    return last.result
  }
}
