import { lookup } from 'node:dns/promises'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { ShortContainer } from '../hosts/docker/short-container.ts'
import { type DockerStage, dockerStage, skipping } from '../testing/docker-stage.ts'
import { BuildLog } from './build-log.ts'
import { DEBIAN, hindrance, makeRootFileSystem } from './root-file-system.ts'

const stage = await dockerStage()
const reason = typeof stage === 'string' ? stage : (hindrance() ?? (await withoutMirror()))
if (typeof stage !== 'string' && reason) skipping(reason)
if (typeof stage === 'string' || reason)
  describe.skip(`A root file system: ${reason}`, () => test('skipped', () => {}))
else describe('a root file system made here', () => rules(stage))

function rules({ docker, installId }: DockerStage): void {
  const tag = `deskhand-base-test:${installId}`
  const folder = mkdtempSync(join(tmpdir(), 'deskhand-base-test-'))
  const said: string[] = []
  const make = () =>
    makeRootFileSystem(DEBIAN, {
      docker,
      tag,
      log: new BuildLog(join(folder, 'log')),
      onProgress: ({ text }) => said.push(text),
    })
  const run = async (...Cmd: string[]) => {
    const short = new ShortContainer(docker, { Image: tag, Cmd, Labels: { 'deskhand.test': 'base' } })
    short.wantsOutput = true
    return short.run()
  }
  afterAll(async () => {
    rmSync(folder, { recursive: true })
    await docker
      .getImage(tag)
      .remove()
      .catch(() => {}) // it was not made
  })

  test('from nothing it is a small Debian with the security suite, and without package lists', async () => {
    expect(await make()).toBe(tag)
    expect(said.length).toBeGreaterThan(10)
    const { Size } = await docker.getImage(tag).inspect()
    expect(Size / 2 ** 20).toBeLessThan(250)
    const { exitCode, output } = await run(
      'sh',
      '-c',
      '. /etc/os-release; echo $VERSION_CODENAME; cat /etc/apt/sources.list; ls /var/lib/apt/lists 2>/dev/null | wc -l',
    )
    expect(exitCode).toBe(0)
    expect(output).toMatch(/^bookworm\r?\n/)
    expect(output).toContain('bookworm-security')
    expect(output).toContain('bookworm-updates')
    expect(output.trim()).toMatch(/\n0$/)
  })

  test('another time it is taken as it is', async () => {
    const before = (await docker.getImage(tag).inspect()).Id
    said.length = 0
    expect(await make()).toBe(tag)
    expect(said).toEqual([])
    expect((await docker.getImage(tag).inspect()).Id).toBe(before)
  })
}

function withoutMirror(): Promise<string | undefined> {
  return lookup('deb.debian.org').then(
    () => undefined,
    () => "this machine does not find Debian's mirror",
  )
}
