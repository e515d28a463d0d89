import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type {
  ShellContinue,
  ShellExec,
  ShellInfo,
  ShellResult,
  StopProcesses,
  StoppedProcesses,
} from '@deskhand/protocol/sandbox'
import type { ShellOptions } from '../sandbox.ts'
import { SandboxError } from '../sandbox.ts'
import type { DoublePaths } from './double-paths.ts'
import { type Command, DoubleShell } from './double-shell.ts'

/** Answers a command without running it; undefined lets bash run it. */
export type CommandScript = (command: string) => { output: string; exitCode?: number } | undefined

const STOP_STEPS = [
  { signal: 'INT', ms: 300 },
  { signal: 'TERM', ms: 300 },
  { signal: 'KILL', ms: 2000 },
] as const

/** The double's shells: real bash processes, one a name, with the waiting and cutting rules of the gateway. */
export class DoubleShells {
  script?: CommandScript
  #shells = new Map<string, DoubleShell>()
  #paths: DoublePaths
  #background = 0

  constructor(paths: DoublePaths) {
    this.#paths = paths
  }

  async exec(request: ShellExec, options: ShellOptions = {}): Promise<ShellResult> {
    const name = request.background ? this.#freeName('background') : (request.shell ?? 'main')
    const shell = this.#open(name, request.background ?? false)
    if (shell.busy)
      return {
        ...this.#result(shell, 0, request.maxChars),
        output: '',
        state: 'busy',
        busyWith: shell.command?.text,
        freeShell: this.#freeName('shell'),
      }
    const scripted = this.script?.(request.command)
    if (scripted) return this.#scripted(shell, request, scripted, options)
    const dir = request.dir === undefined ? undefined : this.#paths.outside(request.dir)
    if (dir !== undefined && !existsSync(dir))
      throw new SandboxError('NOT_FOUND', `There is no folder ${request.dir}.`, { status: 404 })
    const command = shell.run(this.#paths.translateIn(request.command), { runId: request.runId, dir })
    const seconds = request.background ? Math.min(request.waitSeconds ?? 1, 1) : (request.waitSeconds ?? 30)
    await this.#wait(shell, command, seconds, options)
    return this.#result(shell, 0, request.maxChars)
  }

  async continue(request: ShellContinue, options: ShellOptions = {}): Promise<ShellResult> {
    const shell = this.#shells.get(request.shell ?? 'main')
    if (!shell?.command) return this.#missing(request.shell ?? 'main')
    const from = shell.command.seen
    if (request.signal) shell.signal(request.signal)
    if (request.input !== undefined) shell.write(request.input + (request.enter === false ? '' : '\n'))
    await this.#wait(shell, shell.command, request.waitSeconds ?? 15, options)
    return this.#result(shell, from, request.maxChars)
  }

  list(): ShellInfo[] {
    return [...this.#shells.values()].map((shell) => ({
      name: shell.name,
      state: shell.ended
        ? 'ended'
        : !shell.busy
          ? 'idle'
          : promptOf(shell.command)
            ? 'waiting_for_input'
            : 'running',
      command: shell.command?.text,
      cwd: this.#paths.translateOut(shell.cwd) || '/',
      runId: shell.command?.runId,
      lastOutputAt: shell.lastOutputAt,
      background: shell.background,
    }))
  }

  async stop({ runId, shell: name }: StopProcesses): Promise<StoppedProcesses> {
    const meant = [...this.#shells.values()].filter(
      (shell) =>
        shell.busy &&
        (runId === undefined || shell.command?.runId === runId) &&
        (name === undefined || shell.name === name),
    )
    await Promise.all(meant.map(endCommand))
    const left = meant.filter((shell) => shell.busy).length
    return { ended: meant.length - left, left }
  }

  get(name: string): DoubleShell {
    return this.#open(name, false)
  }

  killAll(): void {
    for (const shell of this.#shells.values()) shell.kill()
    this.#shells.clear()
  }

  #open(name: string, background: boolean): DoubleShell {
    const known = this.#shells.get(name)
    if (known && !known.ended) return known
    const scratch = join(this.#paths.root, 'tmp', '.shells')
    mkdirSync(scratch, { recursive: true })
    const shell = new DoubleShell(name, {
      cwd: this.#paths.outside('/workspace'),
      home: this.#paths.outside('/home/agent'),
      scratch,
      background,
    })
    this.#shells.set(name, shell)
    return shell
  }

  #freeName(stem: string): string {
    for (;;) {
      const name = `${stem}-${++this.#background}`
      if (!this.#shells.has(name)) return name
    }
  }

  #scripted(
    shell: DoubleShell,
    request: ShellExec,
    { output, exitCode = 0 }: { output: string; exitCode?: number },
    options: ShellOptions,
  ): ShellResult {
    const bytes = Buffer.byteLength(output)
    shell.command = { text: request.command, runId: request.runId, output, bytes, seen: 0, exitCode }
    options.onOutput?.(output)
    return this.#result(shell, 0, request.maxChars)
  }

  async #wait(
    shell: DoubleShell,
    command: Command,
    seconds: number,
    { signal, onOutput }: ShellOptions,
  ): Promise<void> {
    signal?.throwIfAborted()
    await new Promise<void>((resolve, reject) => {
      let quiet: NodeJS.Timeout | undefined
      const end = (finish: () => void) => {
        clearTimeout(limit)
        clearTimeout(quiet)
        shell.off('output', output).off('done', done)
        signal?.removeEventListener('abort', aborted)
        finish()
      }
      const done = () => end(resolve)
      const aborted = () => end(() => reject(signal?.reason))
      // A question is a last line without an end that stays alone for a moment.
      const settle = () => {
        clearTimeout(quiet)
        if (promptOf(command)) quiet = setTimeout(done, 250)
      }
      const output = (text: string) => {
        onOutput?.(this.#paths.translateOut(text))
        settle()
      }
      const limit = setTimeout(done, seconds * 1000)
      shell.on('output', output).on('done', done)
      signal?.addEventListener('abort', aborted, { once: true })
      if (command.exitCode !== undefined) done()
    })
  }

  #result(shell: DoubleShell, from: number, maxChars = 4000): ShellResult {
    const command = shell.command
    const fresh = command?.output.slice(from) ?? ''
    if (command) command.seen = command.output.length
    const whole = this.#paths.translateOut(fresh)
    const { text, omitted } = cutMiddle(whole, maxChars)
    const prompt = shell.busy ? promptOf(command) : undefined
    return {
      shell: shell.name,
      state: !shell.busy ? 'done' : prompt ? 'waiting_for_input' : 'running',
      exitCode: command?.exitCode,
      output: text,
      bytes: from === 0 ? (command?.bytes ?? 0) : Buffer.byteLength(fresh),
      omittedBytes: omitted,
      path: omitted > 0 ? this.#keepWhole(shell, whole) : undefined,
      prompt,
      cwd: this.#paths.translateOut(shell.cwd) || '/',
      note: shell.ended ? 'The shell ended; the next command starts a new one.' : undefined,
    }
  }

  #keepWhole(shell: DoubleShell, text: string): string {
    const path = `/workspace/.deskhand/shell/${shell.name}-${Date.now()}.txt`
    mkdirSync(this.#paths.outside('/workspace/.deskhand/shell'), { recursive: true })
    writeFileSync(this.#paths.outside(path), text)
    return path
  }

  #missing(name: string): ShellResult {
    return { shell: name, state: 'no_such_shell', output: '', bytes: 0, omittedBytes: 0, cwd: '/workspace' }
  }
}

async function endCommand(shell: DoubleShell): Promise<void> {
  for (const { signal, ms } of STOP_STEPS) {
    if (!shell.busy) return
    shell.signal(signal)
    await finishedWithin(shell, ms)
  }
  if (shell.busy) shell.kill()
  await finishedWithin(shell, 2000)
}

function finishedWithin(shell: DoubleShell, ms: number): Promise<void> {
  if (!shell.busy) return Promise.resolve()
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    shell.once('done', () => {
      clearTimeout(timer)
      resolve()
    })
  })
}

function promptOf(command: Command | undefined): string | undefined {
  const line = command?.output.slice(command.output.lastIndexOf('\n') + 1) ?? ''
  return /[:?>\])]\s*$/.test(line) && line.length < 200 ? line.trim() : undefined
}

function cutMiddle(text: string, max: number): { text: string; omitted: number } {
  if (text.length <= max) return { text, omitted: 0 }
  const half = Math.floor(max / 2)
  const head = text.slice(0, text.lastIndexOf('\n', half) + 1 || half)
  const tailAt = text.indexOf('\n', text.length - half)
  const tail = text.slice(tailAt < 0 ? text.length - half : tailAt + 1)
  const omitted = Buffer.byteLength(text) - Buffer.byteLength(head) - Buffer.byteLength(tail)
  return { text: `${head}… ${omitted} bytes left out …\n${tail}`, omitted }
}
