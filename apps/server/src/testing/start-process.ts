import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

export interface ServerProcess {
  child: ChildProcess
  /** http://127.0.0.1:PORT/ */
  url: string
  /** of the set-up link, while there is no account */
  setupToken: string | undefined
  /** everything it wrote so far */
  output(): string
  kill(signal: NodeJS.Signals): Promise<void>
}

const tsx = join(import.meta.dirname, '../../../../node_modules/.bin/tsx')

/** Starts a program of the server (TypeScript, or a bundle) and waits for its ready line. */
export async function startProcess(
  program: string,
  env: Record<string, string>,
  args: string[] = [],
): Promise<ServerProcess> {
  const command = program.endsWith('.ts') ? [tsx, program] : [process.execPath, program]
  const child = spawn(command[0] ?? '', [...command.slice(1), ...args], {
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...env },
    // Away from a developer's own .env.
    cwd: env.DATA_DIR,
    stdio: ['ignore', 'pipe', 'pipe'],
    // A group of its own: tsx runs the program in a child that a kill has to reach too.
    detached: true,
  })
  let written = ''
  child.stderr?.on('data', (chunk) => {
    written += chunk
  })
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()))
  const url = await new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout! }).on('line', (line) => {
      written += `${line}\n`
      const [, found] = /^Deskhand is ready: (\S+)/.exec(line) ?? []
      // The set-up link is the next line of the same write.
      if (found !== undefined) setImmediate(() => resolve(found))
    })
    void ended.then(() => reject(new Error(`The server ended before it was ready:\n${written}`)))
  })
  return {
    child,
    url,
    setupToken: /setup\?token=([\w-]+)/.exec(written)?.[1],
    output: () => written,
    async kill(signal) {
      if (child.exitCode === null && child.signalCode === null) process.kill(-(child.pid ?? 0), signal)
      await ended
    },
  }
}
