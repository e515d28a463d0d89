import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Gateway } from './gateway.ts'
import { readSettings } from './settings.ts'

const settings = readSettings()
const gateway = new Gateway(settings, endContainer)
await gateway.listen()
process.once('SIGTERM', () => void gateway.close().finally(() => process.exit(0)))

/** The start script takes display, browser and this program along. */
function endContainer(): void {
  process.kill(Number(readFileSync(join(settings.runFolder, 'init.pid'), 'utf8')), 'SIGTERM')
}
