import { createHash } from 'node:crypto'
import type { LiveSandbox } from '@deskhand/sandbox'
import type { FastifyInstance } from 'fastify'

const home = '/home/agent'

/** What every sandbox gets before the agent sees it: notes and skills, and the demo's pages while the demo is on. */
export async function furnish(app: FastifyInstance, sandbox: LiveSandbox): Promise<void> {
  await bring(sandbox, 'library', async () =>
    app.library.files().map(({ path, text }) => ({ path, bytes: Buffer.from(text) })),
  )
  if (!app.models.demo) return
  const sites = await import('@deskhand/sites')
  await bring(sandbox, 'sites', async () =>
    (await sites.siteFiles()).map(({ path, bytes }) => ({
      path: `${sites.sandboxSitesFolder}/${path}`,
      bytes,
    })),
  )
  await sandbox.shell.exec({
    callId: `sites-${Date.now()}`,
    shell: 'sites',
    command: sites.sitesCommand(),
    background: true,
    waitSeconds: 0,
  })
}

interface Piece {
  path: string
  bytes: Buffer
}

/** Files that are not there yet as they are now. A mark in the sandbox says what was brought last. */
async function bring(sandbox: LiveSandbox, name: string, read: () => Promise<Piece[]>): Promise<void> {
  const pieces = await read()
  const hash = createHash('sha256')
  for (const { path, bytes } of pieces) hash.update(`${path}\0`).update(bytes)
  const mark = hash.digest('hex')
  const markPath = `${home}/.deskhand-brought-${name}`
  const before = await sandbox.files.stat(markPath)
  if (before !== undefined) {
    const read = await sandbox.files.read({ path: markPath })
    if (read.kind === 'text' && read.text.trim() === mark) return
  }
  await Promise.all(pieces.map(({ path, bytes }) => sandbox.files.upload(path, bytes)))
  await sandbox.files.write({ path: markPath, content: mark })
}
