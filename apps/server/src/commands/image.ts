import { join } from 'node:path'
import { ensureSandboxImage, findEngine, SandboxImageError } from '@deskhand/sandbox'
import type { Config } from '../config.ts'
import { installIdOf } from '../db/install-id.ts'
import { openDatabase } from '../db/open-database.ts'
import { imageSettings } from '../sandboxes/image-settings.ts'
import { complain, say } from './say.ts'

/** Makes sure of the sandbox's image, with progress on the terminal: part of npm start. */
export async function image({ dataDir, values }: Config): Promise<number> {
  // One development sandbox was named: nothing is built for it.
  if (values.SANDBOX_ADDRESS !== undefined) return 0
  const db = openDatabase(join(dataDir, 'deskhand.db'))
  const installId = installIdOf(db)
  db.close()
  try {
    const { DOCKER_HOST } = values
    const { docker } = await findEngine(DOCKER_HOST === undefined ? {} : { dockerHost: DOCKER_HOST })
    const made = await ensureSandboxImage({
      docker,
      settings: imageSettings(values, installId),
      logFile: join(dataDir, 'image-build.log'),
      onProgress: progressLines(),
    })
    for (const warning of made.warnings) complain(warning)
    if (made.from !== 'present') say(`The sandbox image ${made.tag} is ${made.from}.`)
    return 0
  } catch (error) {
    if (!(error instanceof SandboxImageError) && (error as Error).name !== 'EngineError') throw error
    complain((error as Error).message)
    return 1
  }
}

/** On a terminal one line that changes; in a file a line for each new text. */
function progressLines(): (progress: { text: string; percent?: number }) => void {
  let last = ''
  return ({ text, percent }) => {
    if (process.stdout.isTTY) {
      const head = percent === undefined ? '' : `${String(Math.round(percent)).padStart(3)} % `
      process.stdout.write(`\r\x1b[2KSandbox image: ${head}${text.slice(0, 100)}`)
    } else if (text !== last) say(`Sandbox image: ${text}`)
    last = text
  }
}
