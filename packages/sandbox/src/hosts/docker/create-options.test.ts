import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { SandboxRecord } from '../../host.ts'
import { defaultSandboxSettings, type SandboxSettings } from '../../settings.ts'
import { buildCreateOptions } from './create-options.ts'

const settings: SandboxSettings = { ...defaultSandboxSettings, installId: 'i1', image: 'image:1' }
const record: SandboxRecord = {
  id: 'abc',
  containerName: 'deskhand-x-abc',
  volume: 'deskhand-workspace-abc',
  token: 'token-of-this-one',
  image: 'image:1',
  state: 'none',
  role: 'session',
  timeZone: 'Europe/Berlin',
  language: 'de',
  createdAt: 1,
  lastUsedAt: 1,
}
const build = (more: Partial<SandboxSettings> = {}, about: Partial<SandboxRecord> = {}) =>
  buildCreateOptions({ record: { ...record, ...about }, settings: { ...settings, ...more }, network: 'net' })

test('whatever the settings and the record say, it is never more than a walled container', () => {
  const words = fc.string()
  fc.assert(
    fc.property(
      fc.record({
        strict: fc.boolean(),
        chromeArgs: words,
        httpProxy: words,
        memoryMb: fc.integer({ min: 6, max: 64_000 }),
      }),
      fc.record({ containerName: words, volume: words, timeZone: words, language: words, token: words }),
      (more, about) => {
        const { HostConfig: host, ...options } = build(more, about)
        expect(host?.Privileged).toBe(false)
        expect(host?.CapDrop).toEqual(['ALL'])
        expect(host?.Mounts).toEqual([{ Type: 'volume', Source: about.volume, Target: '/workspace' }])
        expect(host?.NetworkMode).toBe('net')
        expect(host?.SecurityOpt).toContain(`no-new-privileges:${more.strict}`)
        const never = [
          'Binds',
          'VolumesFrom',
          'Devices',
          'DeviceRequests',
          'DeviceCgroupRules',
          'PidMode',
          'UTSMode',
          'UsernsMode',
          'CgroupParent',
          'Links',
          'ExtraHosts',
          'Sysctls',
          'GroupAdd',
          'MaskedPaths',
          'ReadonlyPaths',
          'Cgroup',
        ]
        for (const key of never) expect(host).not.toHaveProperty(key)
        for (const key of ['Volumes', 'Entrypoint', 'Cmd', 'User', 'platform'])
          expect(options).not.toHaveProperty(key)
      },
    ),
  )
})

test('standard mode adds what sudo needs and nothing else; strict mode adds nothing', () => {
  expect(build().HostConfig?.CapAdd).toEqual([
    'CHOWN',
    'DAC_OVERRIDE',
    'FOWNER',
    'SETUID',
    'SETGID',
    'AUDIT_WRITE',
  ])
  expect(build({ strict: true }).HostConfig?.CapAdd).toEqual([])
})

test('limits are set, and a memory limit over 2 GiB does not become negative', () => {
  const host = build({ memoryMb: 4096, cpus: 1.5 }).HostConfig
  expect(host).toMatchObject({
    Memory: 4_294_967_296,
    MemorySwap: 4_294_967_296,
    NanoCpus: 1_500_000_000,
    PidsLimit: 1024,
    ShmSize: 536_870_912,
    OomScoreAdj: 500,
    Init: true,
    RestartPolicy: { Name: 'no' },
    AutoRemove: false,
  })
  expect(host?.LogConfig?.Config).toHaveProperty('max-size')
})

test('nothing is published unless asked for, and then on loopback alone', () => {
  expect(build().HostConfig?.PortBindings).toEqual({})
  const published = buildCreateOptions({ record, settings, network: 'net', publish: true })
  expect(published.HostConfig?.PortBindings).toEqual({ '8080/tcp': [{ HostIp: '127.0.0.1', HostPort: '' }] })
})

test('the seccomp profile goes inline, and the runtime only when it is set', () => {
  const options = buildCreateOptions({ record, settings, network: 'net', seccomp: '{"a":1}' })
  expect(options.HostConfig?.SecurityOpt).toEqual(['no-new-privileges:false', 'seccomp={"a":1}'])
  expect(options.HostConfig).not.toHaveProperty('Runtime')
  expect(build({ runtime: 'runsc' }).HostConfig?.Runtime).toBe('runsc')
})

test('labels tell whose it is, and the surroundings reach the inside', () => {
  const options = build({ httpProxy: 'http://proxy:3128' })
  expect(options.Labels).toMatchObject({
    'deskhand.app': 'deskhand',
    'deskhand.install': 'i1',
    'deskhand.sandbox': 'abc',
    'deskhand.role': 'session',
    'deskhand.image': 'image:1',
    'deskhand.created': '1',
  })
  expect(JSON.stringify(options.Labels)).not.toContain('token-of-this-one')
  expect(options.Env).toEqual(
    expect.arrayContaining([
      'TZ=Europe/Berlin',
      'DESKHAND_LANGUAGE=de',
      'HTTP_PROXY=http://proxy:3128',
      'http_proxy=http://proxy:3128',
    ]),
  )
})
