import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = resolve(dirname(fileURLToPath(import.meta.url)), '../../..')
const main = join(root, 'apps/server/dist/main.mjs')

/** The built product in a process of its own, on free ports, with a data folder of its own. */
export class Product {
  readonly dataDir: string
  url = ''
  setupToken = ''
  output = ''
  #env: Record<string, string>
  #child?: ChildProcess
  #settled = false

  private constructor(dataDir: string, env: Record<string, string>) {
    this.dataDir = dataDir
    this.#env = env
  }

  /** `before`: what is done to its data folder first; a folder that was filled then has its account already */
  static async start(
    env: Record<string, string> = {},
    before?: (dataDir: string) => Promise<void>,
  ): Promise<Product> {
    const product = new Product(await mkdtemp(join(tmpdir(), 'deskhand-e2e-')), env)
    try {
      await before?.(product.dataDir)
      product.#settled = before !== undefined
      await product.boot()
      return product
    } catch (error) {
      await product.end()
      throw error
    }
  }

  /** also after kill(): the same data folder */
  async boot(): Promise<void> {
    const child = spawn(process.execPath, [main, 'start'], {
      cwd: this.dataDir,
      env: {
        ...process.env,
        HOST: '127.0.0.1',
        PORT: '0',
        PREVIEW_PORT: '0',
        SANDBOX_POOL: '0',
        LOG_LEVEL: 'warn',
        ...this.#env,
        DATA_DIR: this.dataDir,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    this.#child = child
    const text = await new Promise<string>((done, failed) => {
      let seen = ''
      const take = (chunk: Buffer) => {
        seen += chunk
        this.output += chunk
        // The set-up link follows the ready line at once; a settled account has none.
        if (/is ready: \S+/.test(seen) && (this.#settled || /setup\?token=\S+/.test(seen))) done(seen)
      }
      child.stdout?.on('data', take)
      child.stderr?.on('data', take)
      child.once('exit', (code) => failed(new Error(`the server ended (${code}):\n${this.output}`)))
    })
    this.url = (/is ready: (\S+)/.exec(text)?.[1] ?? '').replace(/\/$/, '')
    this.#settled ||= /setup\?token=/.test(text)
    this.setupToken ||= /setup\?token=([^\s"]+)/.exec(text)?.[1] ?? ''
  }

  get setupUrl(): string {
    return `${this.url}/setup?token=${this.setupToken}`
  }

  /** as a power cut */
  async kill(): Promise<void> {
    await this.#ended('SIGKILL')
  }

  async #ended(signal: NodeJS.Signals): Promise<void> {
    const child = this.#child
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const ended = new Promise((done) => child.once('exit', done))
    child.kill(signal)
    await ended
  }

  /** ends the server and removes what it made: containers, volumes, data */
  async end(): Promise<void> {
    await this.#ended('SIGTERM')
    const clean = spawn(process.execPath, [main, 'clean', '--data', '--yes'], {
      cwd: this.dataDir,
      env: { ...process.env, ...this.#env, DATA_DIR: this.dataDir },
      stdio: 'ignore',
    })
    await new Promise((done) => clean.once('exit', done))
    await rm(this.dataDir, { recursive: true, force: true })
  }
}
