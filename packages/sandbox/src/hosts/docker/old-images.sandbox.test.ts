import { setTimeout as wait } from 'node:timers/promises'
import { pack } from 'tar-stream'
import { afterAll, describe, expect, test } from 'vitest'
import { followMessages } from '../../image/engine-messages.ts'
import { type DockerStage, dockerStage, openStageHost, sweepStage } from '../../testing/docker-stage.ts'

const stage = await dockerStage()
if (typeof stage === 'string') describe.skip(`Docker: ${stage}`, () => test('skipped', () => {}))
else describe('images of older versions', () => rules(stage))

function rules({ docker, image: base, installId }: DockerStage): void {
  const made: string[] = []

  /** An image as a build leaves it, labels included; it shares all layers with the one it is made from. */
  async function build(name: string, install: string): Promise<string> {
    const tag = `deskhand-sandbox-test:${installId}-${name}`
    const tar = pack()
    tar.entry({ name: 'Dockerfile' }, `FROM ${base}\nLABEL deskhand.test="${name}"\n`)
    tar.finalize()
    const labels = { 'deskhand.app': 'deskhand', 'deskhand.install': install }
    await followMessages(
      await docker.buildImage(tar as unknown as NodeJS.ReadableStream, { t: tag, labels }),
      () => {},
    )
    made.push(tag)
    return tag
  }
  const isThere = (tag: string) =>
    docker
      .getImage(tag)
      .inspect()
      .then(
        () => true,
        () => false,
      )

  afterAll(async () => {
    await sweepStage({ docker, image: base, installId })
    for (const tag of made)
      await docker
        .getImage(tag)
        .remove()
        .catch(() => {}) // the ones that the test was about
  })

  test('go when nothing uses them; the current, the used and those of other installs stay', async () => {
    const [old, used, current] = [
      await build('old', installId),
      await build('used', installId),
      await build('current', installId),
    ]
    const foreign = await build('foreign', `${installId}-other`)
    await docker.createContainer({ Image: used, Labels: { 'deskhand.install': installId } })
    const { host } = await openStageHost({ docker, image: current, installId })
    await host.recover()
    // Nobody waits for it at a start: it goes on beside.
    for (let round = 0; (await isThere(old)) && round < 100; round++) await wait(100)
    await host.close()
    expect(await Promise.all([old, used, current, foreign].map(isThere))).toEqual([false, true, true, true])
    expect(await isThere(base)).toBe(true)
  })
}
