import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  ensureSandboxImage,
  findEngine,
  openSandboxHost,
  type SandboxHost,
  type SandboxStore,
  sandboxImageTag,
} from '@deskhand/sandbox'
import type { FastifyInstance } from 'fastify'
import { ImageKeeper } from './image-keeper.ts'
import { imageSettings } from './image-settings.ts'
import { sandboxSettings } from './sandbox-settings.ts'

export interface OpenHost {
  host: SandboxHost
  image: ImageKeeper
  /** throws when the engine does not answer */
  engineVersion(): Promise<string>
}

/** The real host. An engine that is away is told and waited for: people can sign in and set up meanwhile. */
export async function openHost(app: FastifyInstance, store: SandboxStore): Promise<OpenHost> {
  const { values } = app.config
  const wanted = imageSettings(values, app.installId)
  const { DOCKER_HOST, SANDBOX_ADDRESS, EXTRA_CA_CERTS } = values
  const find = () => findEngine(DOCKER_HOST === undefined ? {} : { dockerHost: DOCKER_HOST })
  const settings = sandboxSettings(values, { installId: app.installId, image: await imageName() })

  const image = new ImageKeeper(async (onProgress, signal) => {
    if (SANDBOX_ADDRESS !== undefined) return
    const { docker } = await find()
    const logFile = join(app.config.dataDir, 'image-build.log')
    const made = await ensureSandboxImage({ docker, settings: wanted, logFile, onProgress, signal })
    for (const warning of made.warnings) app.log.warn(warning)
    if (made.from !== 'present') app.log.info(`The sandbox image ${made.tag} is ${made.from}.`)
    // The published image that was asked for may be none of ours: then one was built.
    settings.image = made.tag
  })
  const { host, where, problem } = await openSandboxHost({
    settings,
    store,
    ...(EXTRA_CA_CERTS === undefined ? {} : { extraCa: readFileSync(EXTRA_CA_CERTS, 'utf8') }),
  })
  async function imageName(): Promise<string> {
    if (SANDBOX_ADDRESS !== undefined) return 'none'
    // What hinders a build is said to whoever needs a sandbox; it is no reason not to start.
    return wanted.image ?? (await sandboxImageTag(wanted).catch(() => 'deskhand-sandbox:not-built'))
  }
  if (problem === undefined) app.log.info(`Sandboxes run at ${where}.`)
  else app.log.warn(`There can be no sandboxes yet: ${problem.message}`)
  return {
    host,
    image,
    async engineVersion() {
      const { docker } = await find()
      return (await docker.version()).Version
    },
  }
}
