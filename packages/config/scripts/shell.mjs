import { spawn, spawnSync } from 'node:child_process'
import { createWriteStream, readFileSync } from 'node:fs'
import { root } from './place.mjs'
import { Failed } from './say.mjs'

/** Runs a program with its output in a log file; a failure names the file and shows its end. */
export async function logged(command, args, log, { what, hint = '', cwd = root, env = {} } = {}) {
  const out = createWriteStream(log, { flags: 'a' })
  const child = spawn(command, args, {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  child.stdout.pipe(out, { end: false })
  child.stderr.pipe(out, { end: false })
  const code = await new Promise((resolve) => {
    child.once('error', (error) => resolve(error.message))
    child.once('close', resolve)
  })
  await new Promise((resolve) => out.end(resolve))
  if (code === 0) return
  const tail = readFileSync(log, 'utf8').trimEnd().split('\n').slice(-12).join('\n  ')
  throw new Failed(`${what ?? command} failed (${code}). ${hint}\n  ${tail}\n  Whole log: ${log}`)
}

/** Runs a program on this terminal and answers its exit code. */
export function onTerminal(command, args, { cwd = root, env = {} } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd, env: { ...process.env, ...env }, stdio: 'inherit' })
    const pass = (signal) => child.kill(signal)
    process.on('SIGTERM', pass)
    process.on('SIGINT', pass)
    child.once('error', reject)
    child.once('close', (code, signal) => {
      process.off('SIGTERM', pass)
      process.off('SIGINT', pass)
      resolve(signal ? 1 : code)
    })
  })
}

export const has = (program) =>
  spawnSync('sh', ['-c', `command -v ${program}`], { stdio: 'ignore' }).status === 0

export const isRoot = () => process.getuid?.() === 0

/** true on Debian, Ubuntu and their kin, where apt-get installs what is missing. */
export function isDebianFamily() {
  try {
    return /^ID(_LIKE)?=.*(debian|ubuntu)/m.test(readFileSync('/etc/os-release', 'utf8'))
  } catch {
    return false
  }
}

/** Installs packages of the distribution; only called as root on a Debian family. */
export async function aptInstall(packages, log) {
  const env = { DEBIAN_FRONTEND: 'noninteractive' }
  await logged('apt-get', ['update', '-q'], log, { what: 'apt-get update', env })
  await logged('apt-get', ['install', '-y', '-q', '--no-install-recommends', ...packages], log, {
    what: `apt-get install ${packages.join(' ')}`,
    env,
  })
}
