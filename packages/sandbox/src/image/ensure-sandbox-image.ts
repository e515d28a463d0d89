import type Docker from 'dockerode'
import { type BuildContext, findImageFolder, readBuildContext } from './build-context.ts'
import { buildImage } from './build-image.ts'
import { BuildLog } from './build-log.ts'
import { IMAGE_LABEL, type ImageProgress, type ImageSettings, SandboxImageError } from './image-settings.ts'
import { findImage, pullImage } from './pull-image.ts'
import { DEBIAN, hindrance, makeRootFileSystem, ownDistribution } from './root-file-system.ts'

export interface EnsureOptions {
  docker: Docker
  settings: ImageSettings
  /** written anew by each build or pull; named in every error */
  logFile: string
  /** the folder `sandbox-image`; found by itself when left out */
  folder?: string
  onProgress?: (progress: ImageProgress) => void
  signal?: AbortSignal
}

export interface SandboxImage {
  /** what to create containers of */
  tag: string
  from: 'present' | 'pulled' | 'built'
  /** sentences that a person should see: another base than asked for, an image that is not ours */
  warnings: string[]
}

/** The tag that an image of these inputs has. */
export async function sandboxImageTag(
  settings: ImageSettings,
  folder = findImageFolder(import.meta.dirname),
) {
  return tagOf(await readBuildContext(folder, settings))
}

/**
 * Makes sure of the sandbox's image: the published one that the settings name, else one built here. Cheap when it is
 * there. Throws SandboxImageError, a sentence that says what failed and which log to read.
 */
export async function ensureSandboxImage(options: EnsureOptions): Promise<SandboxImage> {
  const { docker, settings, folder = findImageFolder(import.meta.dirname) } = options
  const warnings: string[] = []
  if (settings.image) {
    const published = await publishedImage(settings.image, options, warnings)
    if (published) return published
  }
  const context = await readBuildContext(folder, settings)
  const tag = tagOf(context)
  if (await findImage(docker, tag)) return { tag, from: 'present', warnings }
  await build(context, tag, options, warnings)
  return { tag, from: 'built', warnings }
}

const tagOf = ({ hash }: BuildContext) => `deskhand-sandbox:${hash}`

/** undefined: it can't be used, and the warnings say why. */
async function publishedImage(
  image: string,
  options: EnsureOptions,
  warnings: string[],
): Promise<SandboxImage | undefined> {
  const { docker, onProgress = () => {}, signal } = options
  let from: SandboxImage['from'] = 'present'
  let found = await findImage(docker, image)
  if (!found) {
    from = 'pulled'
    try {
      await pullImage(image, { docker, log: new BuildLog(options.logFile), onProgress, signal })
      found = await findImage(docker, image)
    } catch (error) {
      signal?.throwIfAborted()
      warnings.push(
        `SANDBOX_IMAGE ${image} could not be pulled (${messageOf(error)}); an image is built here instead.`,
      )
      return undefined
    }
  }
  if (found?.Config?.Labels?.[IMAGE_LABEL]) return { tag: image, from, warnings }
  warnings.push(`SANDBOX_IMAGE ${image} is not a Deskhand sandbox image; one is built here instead.`)
  return undefined
}

async function build(
  context: BuildContext,
  tag: string,
  options: EnsureOptions,
  warnings: string[],
): Promise<void> {
  const { docker, settings, logFile, onProgress = () => {}, signal } = options
  const log = new BuildLog(logFile)
  const shared = { docker, log, onProgress, signal, aptMirror: settings.aptMirror }
  const make = async (base: string) => buildImage(context, { ...shared, tag, base, settings })
  const failed = (what: string, error: unknown) => {
    signal?.throwIfAborted()
    log.write(messageOf(error))
    return new SandboxImageError(`${what}: ${log.reason()}.`, logFile, { cause: error })
  }
  const base = await baseImage(settings.baseImage, shared, warnings).catch((error) => {
    throw failed(`The base image ${settings.baseImage} is not to be had`, error)
  })
  try {
    return await make(base)
  } catch (error) {
    const first = failed(`Building the sandbox image on ${base} failed`, error)
    if (!isUbuntu(base)) throw first
    const text = `Building on ${base} failed (${log.reason()}); going on with Debian ${DEBIAN.codename}.`
    warnings.push(text)
    log.write(text)
    onProgress({ phase: 'image', text })
    const debian = await baseImage('debian:bookworm', shared, warnings).catch(() => {
      throw first
    })
    await make(debian).catch((again) => {
      throw failed(`Building the sandbox image failed on ${base} and on ${debian}`, again)
    })
  }
}

type Shared = Parameters<typeof makeRootFileSystem>[1]

/** The image itself where the engine has it or can pull it, else a root file system made on this machine. */
async function baseImage(image: string, shared: Shared, warnings: string[]): Promise<string> {
  if (await findImage(shared.docker, image)) return image
  try {
    await pullImage(image, shared)
    return image
  } catch (error) {
    shared.signal?.throwIfAborted()
    const reason = messageOf(error)
    shared.log.write(`${image} could not be pulled: ${reason}`)
    const hindered = hindrance()
    if (hindered) throw new Error(`it could not be pulled (${reason}), and ${hindered}`, { cause: error })
    const distribution = image.startsWith('debian') ? DEBIAN : ownDistribution()
    const name = `${distribution.id} ${distribution.codename}`
    shared.onProgress({ phase: 'image', text: `${image} can't be pulled; using ${name} instead` })
    const base = await makeRootFileSystem(distribution, shared)
    warnings.push(`${image} could not be pulled (${reason}); the sandbox is ${name} instead.`)
    return base
  }
}

const isUbuntu = (base: string) => /ubuntu|noble/.test(base)

function messageOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error))
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/\.$/, '')
}
