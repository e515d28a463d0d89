import { hostname, userInfo } from 'node:os'
import { join } from 'node:path'
import type { ShellInfo } from '@deskhand/protocol/sandbox'
import type { Disk } from '../watch/disk.ts'
import { type Bash, startBash } from './bash.ts'
import { CommandOutput } from './command-output.ts'
import { type Mark, MarkParser } from './mark-parser.ts'
import { PlainText } from './plain-text.ts'
import { allProcesses, readProcess, workingFolder } from './proc.ts'
import { Screen } from './screen.ts'

/** One command, from being handed in until bash is at its prompt again. */
export interface Command {
  id: number
  text: string
  runId?: string
  output: CommandOutput
  plain: PlainText
  /** how far its output was shown to whoever asks */
  seen: number
  exitCode?: number
  /** the shell itself ended with this command */
  shellEnded?: boolean
  lastActivityAt: number
  ended: Promise<void>
  listeners: Set<(text: string) => void>
}

export interface ShellParts {
  name: string
  background: boolean
  workspace: string
  runFolder: string
  env: NodeJS.ProcessEnv
  disk: Disk
  onState: (state: 'started' | 'running' | 'idle' | 'ended') => void
}

/** A persistent bash by name. When it ends, by `exit` or a signal, the next command gets a new one in the same folder. */
export class Shell {
  readonly name: string
  readonly background: boolean
  readonly screen = new Screen()
  readonly #parts: ShellParts
  #bash?: Bash
  #ready = withResolvers<void>()
  #command?: Command
  #last?: Command
  #finish?: () => void
  #count = 0
  #cwd: string
  /** between handing a command in and its beginning */
  #echo = false

  constructor(parts: ShellParts) {
    this.#parts = parts
    this.name = parts.name
    this.background = parts.background
    this.#cwd = parts.workspace
  }

  /** The command at work. */
  get command(): Command | undefined {
    return this.#command
  }
  /** Whether bash has begun what it was handed last. */
  get begun(): boolean {
    return !this.#echo
  }
  /** The command at work, or the one that ended last. */
  get latest(): Command | undefined {
    return this.#command ?? this.#last
  }
  get pid(): number | undefined {
    return this.#bash?.pty.pid
  }
  get cwd(): string {
    const now = this.pid === undefined ? undefined : workingFolder(this.pid)
    if (now) this.#cwd = now
    return this.#cwd
  }

  /** Starts bash if there is none; resolves at its first prompt. */
  start(): Promise<void> {
    if (!this.#bash) this.#spawn()
    return this.#ready.promise
  }

  /** Hands a command in; it is at work when this returns. */
  async run(text: string, options: { dir?: string; runId?: string }): Promise<Command> {
    const command = this.#newCommand(text, options.runId)
    this.#command = command
    // Until it begins, marks and bytes are those of a shell that is starting, or echo what it was sent.
    this.#echo = true
    this.#parts.onState('running')
    const isNew = !this.#bash
    await this.start()
    // Its own first prompt came in the time that is not shown.
    if (isNew) this.screen.write(Buffer.from(promptAt(this.cwd)))
    this.screen.write(Buffer.from(`${text.trimEnd().replaceAll('\n', '\r\n')}\r\n`))
    this.#bash?.run(command.id, text, options)
    return command
  }

  /** What a person or shell_continue types. */
  type(bytes: Buffer | string): void {
    if (this.#command) this.#command.lastActivityAt = Date.now()
    this.#bash?.pty.write(bytes as string)
  }

  resize(columns: number, rows: number): void {
    this.#bash?.pty.resize(columns, rows)
  }

  /** The process group that has the terminal: a program, or bash itself when it works or is at its prompt. */
  foreground(): number | undefined {
    const group = this.pid === undefined ? undefined : readProcess(this.pid)?.foreground
    return group && group > 0 ? group : undefined
  }

  /** Everything in this terminal's session but bash. */
  processes(): number[] {
    const { pid } = this
    if (pid === undefined) return []
    return allProcesses()
      .filter((one) => one.session === pid && one.pid !== pid && one.state !== 'Z')
      .map((one) => one.pid)
  }

  /** To the foreground group. KILL to a bash that works itself ends the shell; the next command gets a new one. */
  signal(name: 'INT' | 'TERM' | 'KILL'): void {
    const group = this.foreground()
    if (group === undefined) return
    try {
      process.kill(-group, `SIG${name}`)
    } catch {
      // It ended in this moment, or is another user's: stopping goes process by process then.
    }
  }

  close(): void {
    if (this.#bash) {
      try {
        process.kill(this.#bash.pty.pid, 'SIGHUP')
        process.kill(this.#bash.pty.pid, 'SIGKILL')
      } catch {
        // It has ended by itself.
      }
    }
  }

  info(state: ShellInfo['state']): ShellInfo {
    return {
      name: this.name,
      state,
      command: this.#command?.text,
      cwd: this.cwd,
      runId: this.#command?.runId,
      lastOutputAt: this.latest?.lastActivityAt,
      background: this.background,
    }
  }

  get alive(): boolean {
    return this.#bash !== undefined
  }

  #spawn(): void {
    const { name, runFolder, env } = this.#parts
    const bash = startBash(name, join(runFolder, 'shells'), this.#cwd, env)
    const parser = new MarkParser(bash.nonce)
    this.#bash = bash
    this.#parts.onState('started')
    bash.pty.onData((chunk) => {
      for (const piece of parser.parse(chunk as unknown as Buffer)) {
        if ('mark' in piece) this.#onMark(piece.mark)
        else this.#onBytes(piece.bytes)
      }
    })
    bash.pty.onExit(({ exitCode, signal }) => this.#onExit(signal ? 128 + signal : exitCode))
  }

  #onMark(mark: Mark): void {
    if (mark.type === 'end') {
      this.#ready.resolve()
      if (this.#command && !this.#echo) this.#endCommand(mark.exitCode)
      return
    }
    if (mark.command !== undefined) this.#echo = false
    // Bash begins something that nobody handed in: a person types in the terminal.
    else if (!this.#command) this.#command = this.#newCommand('(typed in the terminal)')
  }

  #onBytes(bytes: Buffer): void {
    if (this.#echo) return
    this.screen.write(bytes)
    const command = this.#command
    if (command) this.#output(command, command.plain.push(bytes))
  }

  #output(command: Command, text: string): void {
    if (text === '') return
    command.lastActivityAt = Date.now()
    for (const listener of command.listeners) listener(text)
    if (command.output.push(text)) return
    const { pty } = this.#bash as Bash
    pty.pause()
    void command.output.drained().then(() => pty.resume())
  }

  #endCommand(exitCode: number, shellEnded = false): void {
    const command = this.#command
    if (!command) return
    this.#output(command, command.plain.push(Buffer.alloc(0), true))
    command.exitCode = exitCode
    command.shellEnded = shellEnded
    this.#last?.output.end()
    this.#last = command
    this.#command = undefined
    this.#finish?.()
    this.#parts.onState('idle')
  }

  #onExit(code: number): void {
    this.#bash = undefined
    this.#echo = false
    this.#ready.resolve()
    this.#ready = withResolvers<void>()
    this.#endCommand(code, true)
    this.screen.write(Buffer.from('\r\n[this shell has ended]\r\n'))
    this.#parts.onState('ended')
  }

  #newCommand(text: string, runId?: string): Command {
    this.#count += 1
    const stamp = new Date().toISOString().slice(0, 19).replaceAll(/[-:]/g, '').replace('T', '-')
    const path = join(this.#parts.workspace, '.deskhand', 'shell', `${this.name}-${stamp}-${this.#count}.txt`)
    const ended = withResolvers<void>()
    this.#finish = ended.resolve
    return {
      id: this.#count,
      text,
      runId,
      output: new CommandOutput(path, () => this.#parts.disk.note === undefined),
      plain: new PlainText(),
      seen: 0,
      lastActivityAt: Date.now(),
      ended: ended.promise,
      listeners: new Set(),
    }
  }
}

/** As bash shows it. */
function promptAt(cwd: string): string {
  const { username, homedir } = userInfo()
  const shown = cwd === homedir || cwd.startsWith(`${homedir}/`) ? `~${cwd.slice(homedir.length)}` : cwd
  return `${username}@${hostname().split('.')[0]}:${shown}${process.getuid?.() === 0 ? '#' : '$'} `
}

/** Promise.withResolvers came with Node 22. */
function withResolvers<T>() {
  let resolve!: (value: T | PromiseLike<T>) => void
  const promise = new Promise<T>((done) => {
    resolve = done
  })
  return { promise, resolve }
}
