import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { extract } from 'tar-stream'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findImageFolder, readBuildContext } from './build-context.ts'
import type { ImageSettings } from './image-settings.ts'
import { ownDistribution } from './root-file-system.ts'
import { seccompProfile } from './seccomp-profile.ts'

const settings: ImageSettings = { baseImage: 'ubuntu:24.04' }
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'deskhand-image-'))
  const real = findImageFolder(import.meta.dirname)
  for (const part of ['Dockerfile', 'install', 'rootfs'])
    await cp(join(real, part), join(folder, part), { recursive: true })
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const hash = async (more: Partial<ImageSettings> = {}) =>
  (await readBuildContext(folder, { ...settings, ...more })).hash

test('without the built gateway it says what to run', async () => {
  await expect(hash()).rejects.toThrow('npm run build')
  await mkdir(join(folder, 'api/dist'), { recursive: true })
  await writeFile(join(folder, 'api/dist/gateway.mjs'), 'export {}\n')
})

test('the same inputs have the same hash, and each other input another', async () => {
  const plain = await hash()
  expect(await hash()).toBe(plain)
  expect(await hash({ installId: 'other', proxies: { http: 'http://proxy' } })).toBe(plain)
  const others = [
    await hash({ baseImage: 'debian:bookworm' }),
    await hash({ aptMirror: 'http://mirror' }),
    await hash({ pipIndexUrl: 'http://pip' }),
    await hash({ npmRegistry: 'http://npm' }),
    await hash({ extraCaCerts: '-----BEGIN CERTIFICATE-----' }),
  ]
  await writeFile(join(folder, 'api/dist/gateway.mjs'), 'export const changed = 1\n')
  others.push(await hash())
  expect(new Set([plain, ...others]).size).toBe(others.length + 1)
})

test('a checkout with Windows line ends is the same image, and programs can be run', async () => {
  const before = await hash()
  await writeFile(join(folder, 'api/dist/gateway.mjs'), 'export const changed = 1\r\n')
  expect(await hash()).toBe(before)
  const modes = new Map<string, number>()
  const reader = extract()
  ;(await readBuildContext(folder, settings)).tar().pipe(reader)
  for await (const entry of reader) {
    modes.set(entry.header.name, entry.header.mode ?? 0)
    entry.resume()
  }
  expect(modes.get('rootfs/opt/deskhand/start.sh')).toBe(0o755)
  expect(modes.get('rootfs/usr/local/bin/apt-get')).toBe(0o755)
  expect(modes.get('Dockerfile')).toBe(0o644)
})

test('the base made here is of this machine when it can be, else Debian', () => {
  expect(ownDistribution('ID=debian\nVERSION_CODENAME=trixie\n')).toEqual({
    id: 'debian',
    codename: 'trixie',
  })
  expect(ownDistribution('ID=ubuntu\nVERSION_CODENAME=noble\n')).toEqual({ id: 'ubuntu', codename: 'noble' })
  expect(ownDistribution('ID=fedora\n')).toEqual({ id: 'debian', codename: 'bookworm' })
})

test('the seccomp profile allows nothing by default, no mounts, no kernel modules, no other host', () => {
  expect(seccompProfile.defaultAction).toBe('SCMP_ACT_ERRNO')
  const free = seccompProfile.syscalls.filter((rule) => rule.action === 'SCMP_ACT_ALLOW' && !rule.args)
  const names = new Set(free.flatMap((rule) => rule.names))
  for (const name of [
    'mount',
    'umount2',
    'pivot_root',
    'move_mount',
    'open_tree',
    'setns',
    'clone',
    'unshare',
    'bpf',
    'kexec_load',
    'init_module',
    'finit_module',
    'reboot',
    'swapon',
    'keyctl',
    'add_key',
    'perf_event_open',
    'userfaultfd',
    'open_by_handle_at',
    'socket',
    'syslog',
    'acct',
    'quotactl',
    'io_uring_setup',
  ])
    expect(names).not.toContain(name)
})
