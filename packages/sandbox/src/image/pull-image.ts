import type Docker from 'dockerode'
import type { BuildLog } from './build-log.ts'
import { followMessages } from './engine-messages.ts'
import type { ImageProgress } from './image-settings.ts'

const SILENCE_MS = 60_000

interface PullOptions {
  docker: Docker
  log: BuildLog
  onProgress: (progress: ImageProgress) => void
  signal?: AbortSignal
}

/** Pulls an image, however long it takes while bytes come. Throws when it can't be had. */
export async function pullImage(
  image: string,
  { docker, log, onProgress, signal }: PullOptions,
): Promise<void> {
  log.write(`Pulling ${image}`)
  const silence = new AbortController()
  const signals = [silence.signal, ...(signal ? [signal] : [])]
  const timer = setTimeout(
    () => silence.abort(new Error(`Nothing came for ${SILENCE_MS / 1000} s.`)),
    SILENCE_MS,
  )
  const layers = new Map<string, { current: number; total: number }>()
  try {
    const stream = await docker.pull(image, { abortSignal: AbortSignal.any(signals) })
    await followMessages(stream, ({ status, id, progressDetail }) => {
      timer.refresh()
      if (status === 'Downloading' && id && progressDetail?.total)
        layers.set(id, { current: progressDetail.current ?? 0, total: progressDetail.total })
      else log.write(`${id ?? ''} ${status ?? ''}`.trim())
      onProgress({ phase: 'image', text: `Pulling ${image}`, percent: percentOf([...layers.values()]) })
    })
  } finally {
    clearTimeout(timer)
  }
}

function percentOf(layers: { current: number; total: number }[]): number | undefined {
  const total = layers.reduce((sum, layer) => sum + layer.total, 0)
  if (total === 0) return undefined
  return Math.round((100 * layers.reduce((sum, layer) => sum + layer.current, 0)) / total)
}

/** The image as the engine knows it; undefined when it does not. */
export async function findImage(docker: Docker, image: string): Promise<Docker.ImageInspectInfo | undefined> {
  return docker
    .getImage(image)
    .inspect()
    .catch((error: { statusCode?: number }) => {
      if (error.statusCode === 404) return undefined
      throw error
    })
}
