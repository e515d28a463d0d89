import { execFile } from 'node:child_process'
import { createReadStream, existsSync } from 'node:fs'
import { mkdir, readdir } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { homedir } from 'node:os'
import { join, normalize } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
const release = 'miniwob==1.1.0'
const types: Record<string, string> = {
  html: 'text/html',
  js: 'text/javascript',
  css: 'text/css',
  png: 'image/png',
  gif: 'image/gif',
  svg: 'image/svg+xml',
  woff: 'font/woff',
}

const cache = join(homedir(), '.cache/deskhand/miniwob')

/** The folder `miniwob/html` in `given` (MINIWOB_DIR), else in the cache; undefined when it is not there. */
export function pagesHere(given: string | undefined): string | undefined {
  const folders = given
    ? [given, join(given, 'html'), join(given, 'miniwob/html')]
    : [join(cache, 'miniwob/html')]
  return folders.find((folder) => existsSync(join(folder, 'core/core.js')))
}

/** The folder as `pagesHere` finds it, or the wheel fetched once into the cache. Throws with a sentence. */
export async function findPages(given: string | undefined): Promise<string> {
  const here = pagesHere(given)
  if (here) return here
  if (given) throw new Error(`MINIWOB_DIR (${given}) does not hold core/core.js`)
  await mkdir(cache, { recursive: true })
  try {
    await run('pip', ['download', '--no-deps', '--quiet', release, '--dest', cache])
    const wheel = (await readdir(cache)).find((n) => n.endsWith('.whl'))
    await run('python3', ['-m', 'zipfile', '-e', join(cache, wheel!), cache])
  } catch (error) {
    throw new Error(
      `MiniWoB++ is not here and could not be fetched with pip (${(error as Error).message.split('\n')[0]}). Set MINIWOB_DIR to its html folder.`,
    )
  }
  return join(cache, 'miniwob/html')
}

/** Serves the folder on loopback. */
export async function servePages(folder: string): Promise<{ url: string; stop(): void }> {
  const server = createServer((request, response) => {
    const file = join(folder, normalize(decodeURIComponent(request.url!.split('?')[0]!)))
    if (!file.startsWith(folder) || !existsSync(file)) return void response.writeHead(404).end()
    response.setHeader('content-type', types[file.split('.').pop()!] ?? 'application/octet-stream')
    createReadStream(file).pipe(response)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () => void server.close(),
  }
}
