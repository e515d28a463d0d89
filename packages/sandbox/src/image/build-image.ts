import type Docker from 'dockerode'
import type { BuildContext } from './build-context.ts'
import type { BuildLog } from './build-log.ts'
import { followMessages } from './engine-messages.ts'
import { DEFAULT_BASE_IMAGE, type ImageProgress, type ImageSettings } from './image-settings.ts'

/** Lines that install.sh begins with "==>", and how far along each is: packages and the browser are most of it. */
const MILESTONES: [words: string, percent: number][] = [
  ['Installing packages', 10],
  ['Installing Python packages', 40],
  ['Installing Node.js', 55],
  ['Installing Chromium', 62],
  ['Preparing languages', 80],
  ['Cutting away', 85],
  ['Installed', 90],
]

interface BuildOptions {
  docker: Docker
  tag: string
  base: string
  settings: ImageSettings
  log: BuildLog
  onProgress: (progress: ImageProgress) => void
  signal?: AbortSignal
}

/** Builds with the classic builder, which every engine since API 1.40 has. Throws with what the failed step said. */
export async function buildImage(context: BuildContext, options: BuildOptions): Promise<void> {
  const { docker, tag, base, settings, log, onProgress, signal } = options
  log.write(`Building ${tag} on ${base}`)
  onProgress({ phase: 'image', text: `Building the sandbox image on ${base}`, percent: 5 })
  const stream = await docker.buildImage(context.tar() as NodeJS.ReadableStream, {
    t: tag,
    buildargs: buildArguments(base, settings),
    labels: {
      'deskhand.app': 'deskhand',
      ...(settings.installId ? { 'deskhand.install': settings.installId } : {}),
    },
    forcerm: true,
    abortSignal: signal,
  })
  await followMessages(stream, ({ stream: text, status, error }) => {
    log.write(text ?? status ?? error ?? '')
    const words = /^==> (.+)/m.exec(text ?? '')?.[1]
    if (words) onProgress({ phase: 'image', text: words, percent: percentOf(words) })
    else if (text?.includes('finish.sh'))
      onProgress({ phase: 'image', text: 'Warming up the browser', percent: 92 })
  })
  onProgress({ phase: 'image', text: 'The sandbox image is ready', percent: 100 })
}

function percentOf(words: string): number | undefined {
  return MILESTONES.find(([beginning]) => words.startsWith(beginning))?.[1]
}

function buildArguments(base: string, settings: ImageSettings): Record<string, string> {
  const { aptMirror, pipIndexUrl, npmRegistry, proxies = {} } = settings
  const given = {
    BASE_IMAGE: base || DEFAULT_BASE_IMAGE,
    APT_MIRROR: aptMirror,
    PIP_INDEX_URL: pipIndexUrl,
    NPM_REGISTRY: npmRegistry,
    // The engine knows these by name and keeps them out of the image.
    HTTP_PROXY: proxies.http,
    http_proxy: proxies.http,
    HTTPS_PROXY: proxies.https,
    https_proxy: proxies.https,
    NO_PROXY: proxies.no,
    no_proxy: proxies.no,
  }
  return Object.fromEntries(
    Object.entries(given).filter((entry): entry is [string, string] => Boolean(entry[1])),
  )
}
