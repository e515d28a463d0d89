import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { EventEmitter } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { StringDecoder } from 'node:string_decoder'
import { childrenOf } from './process-tree.ts'

// Commands are sourced, so that cd and export stay; the mark in the same pipe as the output keeps their order.
const LOOP = `set -m
while IFS= read -r file <&3; do
  . "$file" 3<&- 2>&1
  printf '%s%d %s\\n' "$DOUBLE_MARK" "$?" "$PWD"
done`

export interface Command {
  text: string
  runId?: string
  output: string
  bytes: number
  /** characters of `output` already told by an earlier look */
  seen: number
  exitCode?: number
}

/** One real bash, kept per name. Without a terminal: programs see pipes, as under a plain ssh command. */
export class DoubleShell extends EventEmitter<{ output: [string]; done: []; ended: [] }> {
  readonly name: string
  readonly background: boolean
  cwd: string
  command?: Command
  lastOutputAt?: number
  ended = false
  #child: ChildProcess
  #mark = `\u001e${randomBytes(9).toString('hex')} `
  #held = ''
  #count = 0
  #scratch: string

  constructor(name: string, options: { cwd: string; scratch: string; home: string; background?: boolean }) {
    super()
    this.name = name
    this.cwd = options.cwd
    this.background = options.background ?? false
    this.#scratch = options.scratch
    this.#child = spawn('bash', ['--noprofile', '--norc', '-c', LOOP], {
      cwd: options.cwd,
      detached: true,
      stdio: ['pipe', 'pipe', 'pipe', 'pipe'],
      env: {
        PATH: '/usr/local/bin:/usr/bin:/bin',
        HOME: options.home,
        LANG: 'C.UTF-8',
        DOUBLE_MARK: this.#mark,
      },
    })
    const decoder = new StringDecoder('utf8')
    this.#child.stdout?.on('data', (chunk: Buffer) => this.#take(decoder.write(chunk)))
    this.#child.stderr?.on('data', (chunk: Buffer) => this.#take(chunk.toString()))
    this.#child.stdin?.on('error', () => {})
    this.#child.once('close', (code, signal) => this.#close(code ?? (signal === 'SIGKILL' ? 137 : 143)))
  }

  get busy(): boolean {
    return this.command !== undefined && this.command.exitCode === undefined
  }

  run(text: string, options: { runId?: string; dir?: string } = {}): Command {
    const file = join(this.#scratch, `${this.name.replaceAll(/\W/g, '_')}-${++this.#count}.sh`)
    const cd = options.dir === undefined ? '' : `cd -- '${options.dir.replaceAll("'", `'\\''`)}' && `
    writeFileSync(file, `${cd}{\n${text}\n}\n`)
    this.command = { text, runId: options.runId, output: '', bytes: 0, seen: 0 }
    const commands = this.#child.stdio[3] as NodeJS.WritableStream
    commands.write(`${file}\n`)
    return this.command
  }

  write(bytes: string | Uint8Array): void {
    this.#child.stdin?.write(bytes)
  }

  /** To the process groups of what runs in the shell; to the shell itself when nothing else does. */
  signal(name: 'INT' | 'TERM' | 'KILL'): void {
    const pid = this.#child.pid
    if (pid === undefined || this.ended) return
    const groups = new Set(childrenOf(pid).map((child) => child.group))
    if (groups.size === 0 && name === 'KILL') groups.add(pid)
    for (const group of groups) sendTo(group, name)
  }

  kill(): void {
    this.signal('KILL')
    if (this.#child.pid !== undefined && !this.ended) sendTo(this.#child.pid, 'KILL')
  }

  #take(text: string): void {
    this.#held += text
    const at = this.#held.indexOf(this.#mark)
    const end = at < 0 ? -1 : this.#held.indexOf('\n', at)
    if (at >= 0 && end >= 0) {
      this.#tell(this.#held.slice(0, at))
      const [code = '0', ...cwd] = this.#held.slice(at + this.#mark.length, end).split(' ')
      this.#held = this.#held.slice(end + 1)
      this.cwd = cwd.join(' ')
      this.#finish(Number(code))
      if (this.#held) this.#take('')
      return
    }
    const safe = at >= 0 ? at : this.#held.lastIndexOf('\u001e')
    this.#tell(safe < 0 ? this.#held : this.#held.slice(0, safe))
    this.#held = safe < 0 ? '' : this.#held.slice(safe)
  }

  #tell(text: string): void {
    if (!text || !this.command) return
    this.command.output += text
    this.command.bytes += Buffer.byteLength(text)
    this.lastOutputAt = Date.now()
    this.emit('output', text)
  }

  #finish(code: number): void {
    if (!this.command || this.command.exitCode !== undefined) return
    this.command.exitCode = code
    this.emit('done')
  }

  #close(code: number): void {
    this.ended = true
    this.#tell(this.#held)
    this.#finish(code)
    this.emit('ended')
  }
}

function sendTo(group: number, name: string): void {
  try {
    process.kill(-group, `SIG${name}`)
  } catch {
    // It ended by itself in between, which is what was wanted.
  }
}
