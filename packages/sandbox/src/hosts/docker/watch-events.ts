import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import type Docker from 'dockerode'
import type { EngineEvent } from '../engine.ts'
import { ID, ownFilter } from './labels.ts'

interface DockerEvent {
  Action: string
  Actor: { ID: string; Attributes: Record<string, string> }
}

const RETRY_MS = 1000

/** Follows the engine's events for this install's sandboxes; notices when the engine goes and when it is back. */
export function watchEvents(
  docker: Docker,
  installId: string,
  tell: (event: EngineEvent) => void,
): () => void {
  let isOver = false
  let stream: Readable | undefined
  let timer: NodeJS.Timeout | undefined
  let wasLost = false

  const follow = async () => {
    try {
      const filters = {
        ...ownFilter(installId, ID),
        type: ['container' as const],
        event: ['die', 'oom', 'destroy'],
      }
      stream = (await docker.getEvents({ filters })) as Readable
    } catch {
      return lose()
    }
    if (isOver) return void stream.destroy()
    if (wasLost) tell({ type: 'up' })
    wasLost = false
    stream.on('error', () => {}) // `close` follows
    stream.once('close', lose)
    const lines = createInterface({ input: stream })
    lines.on('line', (line) => void read(line))
    // readline hands the stream's error on: unheard, an engine that stops would end this process.
    lines.on('error', () => {})
  }

  const lose = () => {
    if (isOver) return
    if (!wasLost) tell({ type: 'down' })
    wasLost = true
    timer = setTimeout(() => void follow(), RETRY_MS)
  }

  const read = async (line: string) => {
    const event = parsed(line)
    if (!event) return
    const containerId = event.Actor.ID
    if (event.Action === 'oom') tell({ type: 'oom', containerId })
    if (event.Action === 'destroy') tell({ type: 'destroyed', containerId })
    if (event.Action === 'die') {
      const exitCode = Number(event.Actor.Attributes.exitCode)
      const outOfMemory = exitCode === 137 && (await ranOutOfMemory(docker, containerId))
      tell({ type: 'died', containerId, exitCode, outOfMemory })
    }
  }

  void follow()
  return () => {
    isOver = true
    clearTimeout(timer)
    stream?.destroy()
  }
}

/** undefined: a line cut off when the engine ended */
function parsed(line: string): DockerEvent | undefined {
  try {
    return JSON.parse(line) as DockerEvent
  } catch {
    return undefined
  }
}

async function ranOutOfMemory(docker: Docker, containerId: string): Promise<boolean> {
  const info = await docker
    .getContainer(containerId)
    .inspect()
    .catch(() => undefined)
  return info?.State.OOMKilled ?? false
}
