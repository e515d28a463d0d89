import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

interface Chunk {
  file: string
  imports?: string[]
  css?: string[]
}
type Manifest = Record<string, Chunk>

export interface BundleSize {
  entryKib: number
  chatKib: number
  cssKib: number
}

/** What the home page and an opened session transfer, in KiB (1,024 bytes) of gzip, from a build with its manifest. */
export function bundleSize(folder: string): BundleSize {
  const manifest = JSON.parse(readFileSync(join(folder, '.vite', 'manifest.json'), 'utf8')) as Manifest
  const home = new Set([...reach(manifest, 'index.html'), ...reach(manifest, 'src/locales/en.ts')])
  const chat = [...reach(manifest, 'src/app/session-page.tsx')].filter((key) => !home.has(key))
  const size = (files: Iterable<string>) =>
    [...new Set(files)].reduce(
      (sum, file) => sum + gzipSync(readFileSync(join(folder, file)), { level: 9 }).length,
      0,
    ) / 1_024
  const css = [...home, ...chat].flatMap((key) => manifest[key]?.css ?? [])
  const scripts = (keys: Iterable<string>) =>
    [...keys].map((key) => manifest[key]!.file).filter((file) => /\.js$/.test(file))
  return { entryKib: size(scripts(home)), chatKib: size(scripts(chat)), cssKib: size(css) }
}

function reach(manifest: Manifest, key: string, found = new Set<string>()): Set<string> {
  const chunk = manifest[key]
  if (!chunk || found.has(key)) return found
  found.add(key)
  for (const next of chunk.imports ?? []) reach(manifest, next, found)
  return found
}
