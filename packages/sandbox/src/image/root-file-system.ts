import { spawn } from 'node:child_process'
import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type Docker from 'dockerode'
import type { BuildLog } from './build-log.ts'
import { followMessages } from './engine-messages.ts'
import type { ImageProgress } from './image-settings.ts'
import { findImage } from './pull-image.ts'

export interface Distribution {
  id: 'debian' | 'ubuntu'
  codename: string
}

const KNOWN: Record<Distribution['id'], string[]> = { debian: ['bookworm', 'trixie'], ubuntu: ['noble'] }
export const DEBIAN: Distribution = { id: 'debian', codename: 'bookworm' }

interface Options {
  docker: Docker
  log: BuildLog
  onProgress: (progress: ImageProgress) => void
  aptMirror?: string
  signal?: AbortSignal
  /** name of the image; that of the distribution when left out */
  tag?: string
}

/** This machine's distribution where it can be the base of a sandbox, else Debian. */
export function ownDistribution(osRelease = readFileSync('/etc/os-release', 'utf8')): Distribution {
  const field = (name: string) => new RegExp(`^${name}="?([^"\\n]*)`, 'm').exec(osRelease)?.[1] ?? ''
  const id = field('ID')
  const codename = field('VERSION_CODENAME')
  if ((id === 'debian' || id === 'ubuntu') && KNOWN[id].includes(codename)) return { id, codename }
  return DEBIAN
}

/** Why this machine can't make a root file system itself; undefined when it can. */
export function hindrance(): string | undefined {
  if (process.getuid?.() !== 0) return 'making one here instead needs root'
  if (!existsSync('/usr/sbin/debootstrap') && !existsSync('/usr/bin/apt-get'))
    return 'making one here instead needs debootstrap, and there is no apt to install it with'
  return undefined
}

/**
 * The base image that the distribution's own bootstrap tool makes, with the security suite listed. One made earlier is
 * used again. Answers its name.
 */
export async function makeRootFileSystem(distribution: Distribution, options: Options): Promise<string> {
  const { docker, log, onProgress, signal, tag = `deskhand-base:${distribution.codename}` } = options
  if (await findImage(docker, tag)) return tag
  const say = (text: string, percent?: number) => onProgress({ phase: 'image', text, percent })
  if (!existsSync('/usr/sbin/debootstrap')) {
    say('Installing debootstrap')
    await run('apt-get', ['update', '-q'], log, signal).catch(() => {
      // One broken source of many fails the whole; the package may still be known.
    })
    await run('apt-get', ['install', '-q', '-y', '--no-install-recommends', 'debootstrap'], log, signal)
  }
  const folder = mkdtempSync(join(tmpdir(), 'deskhand-base-'))
  const root = join(folder, 'root')
  try {
    say(`Making a ${distribution.id} ${distribution.codename} root file system`, 2)
    const mirror = mirrorOf(distribution, options.aptMirror)
    const keys = keyring(distribution)
    await run(
      'debootstrap',
      ['--variant=minbase', ...(keys ? [`--keyring=${keys}`] : []), distribution.codename, root, mirror],
      log,
      signal,
      (line) => {
        if (/^I: (Retrieving|Unpacking|Configuring) /.test(line)) say(line.slice(3), 4)
      },
    )
    appendFileSync(join(root, 'etc/apt/sources.list'), moreSources(distribution, mirror, options.aptMirror))
    rmSync(join(root, 'var/cache/apt'), { recursive: true, force: true })
    rmSync(join(root, 'var/lib/apt/lists'), { recursive: true, force: true })
    say('Handing the root file system to the engine', 8)
    await importFolder(docker, root, tag, log)
    return tag
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function importFolder(docker: Docker, root: string, tag: string, log: BuildLog): Promise<void> {
  const tar = spawn('tar', ['-C', root, '--numeric-owner', '-c', '.'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const [repo, version] = tag.split(':')
  const stream = await docker.importImage(tar.stdout, { repo, tag: version })
  await followMessages(stream, (message) => log.write(message.status ?? message.error ?? ''))
}

function mirrorOf({ id }: Distribution, aptMirror?: string): string {
  if (aptMirror) return `${aptMirror.replace(/\/$/, '')}/${id}`
  if (id === 'debian') return 'http://deb.debian.org/debian'
  return process.arch === 'x64' ? 'http://archive.ubuntu.com/ubuntu' : 'http://ports.ubuntu.com/ubuntu-ports'
}

/** Another family's keys are found by debootstrap only when it is told where. */
function keyring({ id }: Distribution): string | undefined {
  const file = `/usr/share/keyrings/${id}-archive-keyring.gpg`
  return existsSync(file) ? file : undefined
}

function moreSources({ id, codename }: Distribution, mirror: string, aptMirror?: string): string {
  if (id === 'ubuntu') {
    const suites = [codename, `${codename}-updates`, `${codename}-security`]
    return suites.map((suite) => `deb ${mirror} ${suite} main universe\n`).join('')
  }
  const security = `${aptMirror?.replace(/\/$/, '') ?? 'http://deb.debian.org'}/debian-security`
  return `deb ${mirror} ${codename}-updates main\ndeb ${security} ${codename}-security main\n`
}

/** Runs a tool; its words go to the log, and its last ones into the error. */
function run(
  tool: string,
  args: string[],
  log: BuildLog,
  signal?: AbortSignal,
  onLine: (line: string) => void = () => {},
): Promise<void> {
  return new Promise((done, fail) => {
    log.write(`$ ${tool} ${args.join(' ')}`)
    const child = spawn(tool, args, { stdio: ['ignore', 'pipe', 'pipe'], signal })
    for (const stream of [child.stdout, child.stderr])
      createInterface({ input: stream }).on('line', (line) => {
        log.write(line)
        onLine(line)
      })
    child.once('error', fail)
    child.once('close', (code) =>
      code === 0 ? done() : fail(new Error(`${tool} ended with ${code}: ${log.reason()}`)),
    )
  })
}
