import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, openSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import Docker from 'dockerode'

/** A second Docker engine with everything of its own, on a small disk in memory: it may be stopped, and filled. */
export class OwnEngine {
  readonly folder = mkdtempSync(join(tmpdir(), 'own-engine-'))
  readonly socket = join(this.folder, 'docker.sock')
  readonly docker = new Docker({ socketPath: this.socket })
  readonly disk = join(this.folder, 'data')
  #bridge = `dhtest${process.pid % 100_000}`
  #child?: ChildProcess

  /** Why this machine can't have one, or undefined. */
  static whyNot(): string | undefined {
    if (process.platform !== 'linux' || process.getuid?.() !== 0)
      return 'a second engine needs Linux and root'
    try {
      execFileSync('sh', ['-c', 'command -v dockerd && command -v ip && command -v mount'])
      return undefined
    } catch {
      return 'dockerd is not installed here'
    }
  }

  async open(megabytes: number): Promise<void> {
    mkdirSync(this.disk)
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', this.disk])
    execFileSync('ip', ['link', 'add', 'name', this.#bridge, 'type', 'bridge'])
    execFileSync('ip', ['addr', 'add', '172.31.213.1/24', 'dev', this.#bridge])
    execFileSync('ip', ['link', 'set', this.#bridge, 'up'])
    await this.start()
  }

  async start(): Promise<void> {
    const namespace = `own-${process.pid}`
    const log = openSync(join(this.folder, 'dockerd.log'), 'a')
    this.#child = spawn(
      'dockerd',
      [
        `--host=unix://${this.socket}`,
        `--data-root=${this.disk}`,
        `--exec-root=${join(this.folder, 'exec')}`,
        `--pidfile=${join(this.folder, 'docker.pid')}`,
        `--bridge=${this.#bridge}`,
        // The rules of the machine's own engine stay as they are.
        '--iptables=false',
        '--ip6tables=false',
        `--containerd-namespace=${namespace}`,
        `--containerd-plugins-namespace=${namespace}-plugins`,
      ],
      { stdio: ['ignore', log, log] },
    )
    for (let round = 0; round < 300; round++) {
      const answers = await this.docker.ping().then(
        () => true,
        () => false,
      )
      if (answers) return
      if (this.#child.exitCode !== null) break
      await wait(100)
    }
    throw new Error(`The second dockerd did not start; its log is ${this.folder}/dockerd.log.`)
  }

  async stop(): Promise<void> {
    if (!this.#child || this.#child.exitCode !== null) return
    const ended = once(this.#child, 'exit')
    this.#child.kill('SIGTERM')
    await ended
  }

  /** Copies an image over from another engine. */
  async take(from: Docker, image: string): Promise<void> {
    const archive = await from.getImage(image).get()
    const loading = (await this.docker.loadImage(archive)) as NodeJS.ReadableStream
    loading.resume()
    await once(loading, 'end')
  }

  async close(): Promise<void> {
    await this.stop()
    execFileSync('sh', [
      '-c',
      `umount -R '${this.disk}' 2>/dev/null; ip link delete ${this.#bridge} 2>/dev/null; true`,
    ])
    rmSync(this.folder, { recursive: true, force: true })
  }
}
