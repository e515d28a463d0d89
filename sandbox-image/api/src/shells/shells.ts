import { resolve } from 'node:path'
import type {
  ShellContinue,
  ShellExec,
  ShellInfo,
  ShellResult,
  StopProcesses,
  StoppedProcesses,
} from '@deskhand/protocol/sandbox'
import type { z } from 'zod'
import { Refusal } from '../http/refusal.ts'
import type { Settings } from '../settings.ts'
import type { Disk } from '../watch/disk.ts'
import type { News } from '../watch/news.ts'
import { runMark } from './bash.ts'
import { allProcesses, hasInEnvironment } from './proc.ts'
import { type Command, Shell } from './shell.ts'
import { stopProcesses, withDescendants } from './stop-processes.ts'
import { askedBy, type Outcome, waitFor } from './wait-for.ts'

const MOST_SHELLS = 32
const NAME = /^[A-Za-z0-9][\w.-]{0,39}$/
/** A background command that fails at once should be told at once. */
const BACKGROUND_SECONDS = 1.5

type Exec = z.output<typeof ShellExec>
type Continue = z.output<typeof ShellContinue>

/** Who waits for a command. */
export interface Listener {
  /** what it writes, as it comes */
  onOutput?: (text: string) => void
  hasLeft?: () => boolean
}

/** All shells of the sandbox, by name. */
export class Shells {
  readonly #shells = new Map<string, Shell>()
  readonly #settings: Settings
  readonly #news: News
  readonly #disk: Disk
  #backgrounds = 0

  constructor(settings: Settings, news: News, disk: Disk) {
    this.#settings = settings
    this.#news = news
    this.#disk = disk
  }

  /** Whether a shell answers; the first time it is asked, one is started. */
  async ready(): Promise<boolean> {
    await this.#open('main').start()
    return true
  }

  find(name: string): Shell | undefined {
    return this.#shells.get(name)
  }

  /** Runs a command, for someone who may leave before it ends. */
  async exec(asked: Exec, listener: Listener = {}): Promise<ShellResult> {
    const name = asked.background ? this.#backgroundName() : asked.shell
    const shell = this.#open(name, asked.background)
    const busy = shell.command
    if (busy) return this.#busy(shell, busy)
    const fresh = shell.latest?.shellEnded === true
    const dir = asked.dir === undefined ? undefined : resolve(this.#settings.workspace, asked.dir)
    const command = await shell.run(asked.command, { dir, runId: asked.runId })
    const wait = asked.background ? Math.min(asked.waitSeconds, BACKGROUND_SECONDS) : asked.waitSeconds
    const outcome = await watched(command, listener, () => waitFor(shell, command, wait))
    const note = fresh ? 'The shell before had ended; this is a new one, without its variables.' : undefined
    return this.#result(shell, command, outcome, asked.maxChars, listener, note)
  }

  /** Types, signals, waits: what is new since the last look. */
  async continue(asked: Continue, listener: Listener = {}): Promise<ShellResult> {
    const shell = this.#shells.get(asked.shell)
    const command = shell?.latest
    if (!shell || (!command && !shell.alive)) return noSuchShell(asked.shell, this.#settings.workspace)
    if (!command) return nothingRan(shell)
    const working = command.exitCode === undefined
    if (working && asked.signal) shell.signal(asked.signal)
    if (working && asked.input !== undefined) shell.type(asked.input + (asked.enter ? '\r' : ''))
    const outcome = await watched(command, listener, () => waitFor(shell, command, asked.waitSeconds))
    const note =
      !working && (asked.input !== undefined || asked.signal)
        ? 'The command had ended already: nothing was typed or signalled.'
        : undefined
    return this.#result(shell, command, outcome, asked.maxChars, listener, note)
  }

  list(): ShellInfo[] {
    return [...this.#shells.values()].map((shell) => {
      const { command } = shell
      if (!command) return shell.info(shell.alive || !shell.background ? 'idle' : 'ended')
      return shell.info(askedBy(shell, command) ? 'waiting_for_input' : 'running')
    })
  }

  /** Ends what a run started, or what works in one shell, or everything; background too. */
  async stop({ runId, shell: name }: StopProcesses): Promise<StoppedProcesses> {
    const shells = [...this.#shells.values()].filter(
      (shell) =>
        (name === undefined || shell.name === name) && (runId === undefined || shell.latest?.runId === runId),
    )
    const marked = () =>
      runId === undefined
        ? []
        : allProcesses()
            .filter((one) => one.state !== 'Z' && hasInEnvironment(one.pid, runMark(runId)))
            .map((one) => one.pid)
    const find = () => {
      // A bash that works itself, in a loop or waiting for its jobs, is the one process to spare: INT ends what it does.
      const roots = [...shells.flatMap((shell) => shell.processes()), ...marked()]
      return withDescendants(roots).filter((pid) => pid !== process.pid)
    }
    const working = shells.filter((shell) => shell.command)
    for (const shell of working) shell.signal('INT')
    const stopped = await stopProcesses(find)
    for (const shell of working) await this.#freeBash(shell)
    for (const shell of shells) if (shell.background) shell.close()
    return stopped
  }

  async close(): Promise<void> {
    for (const shell of this.#shells.values()) shell.close()
  }

  /** With its programs gone bash should be at its prompt; one that still works is ended. */
  async #freeBash(shell: Shell): Promise<void> {
    const { command } = shell
    if (!command) return
    shell.signal('INT')
    const outcome = await waitFor(shell, command, 0.5)
    if (outcome.state !== 'done') shell.close()
    await Promise.race([command.ended, new Promise((done) => setTimeout(done, 1000))])
  }

  #open(name: string, background = false): Shell {
    const known = this.#shells.get(name)
    if (known) return known
    if (!NAME.test(name))
      throw new Refusal(
        400,
        'BAD_NAME',
        'A shell name has letters, digits, dots, dashes and underscores, at most 40.',
      )
    this.#makeRoom()
    const shell = new Shell({
      name,
      background,
      workspace: this.#settings.workspace,
      runFolder: this.#settings.runFolder,
      env: this.#settings.environment,
      disk: this.#disk,
      onState: (state) => this.#news.tell({ type: 'shell', shell: name, state }),
    })
    this.#shells.set(name, shell)
    return shell
  }

  /** Those that have nothing to do make way, background ones first. */
  #makeRoom(): void {
    if (this.#shells.size < MOST_SHELLS) return
    const idle = [...this.#shells.values()].filter((shell) => !shell.command && shell.name !== 'main')
    const gone = idle.find((shell) => shell.background) ?? idle[0]
    if (!gone)
      throw new Refusal(409, 'TOO_MANY_SHELLS', `All ${MOST_SHELLS} shells are at work; stop one first.`)
    gone.close()
    this.#shells.delete(gone.name)
  }

  #backgroundName(): string {
    do this.#backgrounds += 1
    while (this.#shells.has(`bg-${this.#backgrounds}`))
    return `bg-${this.#backgrounds}`
  }

  #freeName(): string {
    for (const shell of this.#shells.values()) if (!shell.command && !shell.background) return shell.name
    for (let number = 2; ; number += 1) if (!this.#shells.has(`shell-${number}`)) return `shell-${number}`
  }

  #busy(shell: Shell, command: Command): ShellResult {
    const empty = { output: '', bytes: 0, omittedBytes: 0, cwd: shell.cwd }
    return { shell: shell.name, state: 'busy', ...empty, busyWith: command.text, freeShell: this.#freeName() }
  }

  async #result(
    shell: Shell,
    command: Command,
    outcome: Outcome,
    maxChars: number,
    listener: Listener,
    note?: string,
  ): Promise<ShellResult> {
    const { output } = command
    const from = command.seen
    const { text, omittedBytes } = output.show(from, maxChars)
    // What went to someone who had left was not seen: it is new to whoever asks next.
    if (!listener.hasLeft?.()) command.seen = output.bytes
    const ended = command.shellEnded
      ? 'The shell ended with this command; the next one gets a new shell in the same folder.'
      : undefined
    const result: ShellResult = {
      shell: shell.name,
      ...outcome,
      exitCode: command.exitCode,
      output: text,
      bytes: output.bytes - from,
      omittedBytes,
      path: omittedBytes > 0 ? await output.save() : undefined,
      cwd: shell.cwd,
      note: [note, ended, this.#disk.note].filter(Boolean).join(' ') || undefined,
    }
    // Its bash has nothing more to do; its last command can still be asked for.
    if (shell.background && outcome.state === 'done') shell.close()
    return result
  }
}

async function watched<T>(command: Command, { onOutput }: Listener, work: () => Promise<T>) {
  if (!onOutput) return work()
  command.listeners.add(onOutput)
  try {
    return await work()
  } finally {
    command.listeners.delete(onOutput)
  }
}

function nothingRan(shell: Shell): ShellResult {
  const note = 'Nothing has run in this shell yet.'
  return { shell: shell.name, state: 'done', output: '', bytes: 0, omittedBytes: 0, cwd: shell.cwd, note }
}

function noSuchShell(shell: string, cwd: string): ShellResult {
  return { shell, state: 'no_such_shell', output: '', bytes: 0, omittedBytes: 0, cwd }
}
