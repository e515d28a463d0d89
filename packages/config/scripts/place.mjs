import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The checkout's top folder. */
export const root = resolve(dirname(fileURLToPath(import.meta.url)), '../../..')
/** A program that the room `dir` (default: the top) depends on. */
export const bin = (name, dir = '') => {
  const own = join(root, dir, 'node_modules/.bin', name)
  return existsSync(own) ? own : join(root, 'node_modules/.bin', name)
}
export const serverMain = join(root, 'apps/server/dist/main.mjs')
const own = join(root, '.deskhand')

export const logFile = (name) => {
  mkdirSync(join(own, 'logs'), { recursive: true })
  return join(own, 'logs', `${name}.log`)
}

/** Hash of the content of these files and folders (node_modules and build results left out). */
export function hashOf(paths, extra = '') {
  const hash = createHash('sha256').update(extra)
  const add = (path) => {
    if (!existsSync(path)) return
    let entries
    try {
      entries = readdirSync(path, { withFileTypes: true })
    } catch {
      hash.update(path.slice(root.length)).update(readFileSync(path))
      return
    }
    for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
      if (['node_modules', 'dist', '.deskhand', 'data'].includes(entry.name)) continue
      if (entry.isDirectory() || entry.isFile()) add(join(path, entry.name))
    }
  }
  for (const path of paths) add(join(root, path))
  return hash.digest('hex')
}

/** A step whose inputs did not change since it last went well is not done again. */
export const stamp = {
  fresh: (name, hash) => {
    try {
      return readFileSync(join(own, `${name}.stamp`), 'utf8') === hash
    } catch {
      return false
    }
  },
  set: (name, hash) => {
    mkdirSync(own, { recursive: true })
    writeFileSync(join(own, `${name}.stamp`), hash)
  },
}

/** `.env` of the checkout, for the few keys that the set-up itself needs. The environment wins. */
export function loadEnv() {
  try {
    process.loadEnvFile(join(root, '.env'))
  } catch (error) {
    if (error.code !== 'ENOENT') throw error
  }
}
