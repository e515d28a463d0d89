import { readdir, readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'

// Found through the package, so that the path is right in a bundle too.
/** Absolute path of the folder that holds `server/` and `pages/`. */
export const sitesFolder: string = dirname(
  createRequire(import.meta.url).resolve('@deskhand/sites/package.json'),
)

/** Where the sites lie in a sandbox. */
export const sandboxSitesFolder = '/home/agent/.deskhand-sites'

/** Addresses of the two sites inside a sandbox; to a browser they are different sites. */
export const sandboxOrigins = {
  shop: 'http://shop.localhost:8081',
  pay: 'http://pay.localhost:8082',
} as const

export interface SiteFile {
  /** relative, with forward slashes */
  path: string
  bytes: Buffer
}

/** Every file that a sandbox needs to serve the sites, tests' own pages included when `withConformance`. */
export async function siteFiles({ withConformance = false } = {}): Promise<SiteFile[]> {
  const paths = [...(await filesUnder('server')), ...(await filesUnder('pages'))]
  const wanted = paths.filter((path) => withConformance || !path.startsWith('pages/conformance/'))
  return Promise.all(wanted.map(async (path) => ({ path, bytes: await readFile(join(sitesFolder, path)) })))
}

async function filesUnder(folder: string): Promise<string[]> {
  const entries = await readdir(join(sitesFolder, folder), { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile() && !/\.(?:test|d)\.m?ts$/.test(entry.name))
    .map((entry) => relative(sitesFolder, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    .sort()
}

/** Starts the sites in a sandbox; keeps running, so it belongs in a shell of its own. Starting twice is harmless. */
export const sitesCommand = (folder: string = sandboxSitesFolder): string => `node ${folder}/server/serve.mjs`

/** Answers 200 as soon as both sites listen. */
export const sitesHealth = 'http://127.0.0.1:8082/health'

export { type RunningSites, startSites } from '../server/start-sites.mjs'
