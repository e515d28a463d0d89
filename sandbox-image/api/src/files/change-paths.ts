import { cp, lstat, mkdir, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Refusal } from '../http/refusal.ts'
import type { Settings } from '../settings.ts'

/** Never over something that is there. Works across file systems, though not at once then. */
export async function movePath(from: string, to: string, settings: Settings): Promise<void> {
  keepRoots(from, settings)
  await lstat(from)
  if (await lstat(to).catch(() => undefined))
    throw new Refusal(409, 'EXISTS', `There is already something at ${to}`)
  if (`${to}/`.startsWith(`${from}/`))
    throw new Refusal(409, 'INTO_ITSELF', `${from} can not be moved into itself.`)
  await mkdir(dirname(to), { recursive: true })
  try {
    await rename(from, to)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error
    await cp(from, to, { recursive: true, verbatimSymlinks: true, preserveTimestamps: true })
    await rm(from, { recursive: true })
  }
}

/** A file, a link itself, or a folder with what is in it. */
export async function removePath(path: string, settings: Settings): Promise<void> {
  keepRoots(path, settings)
  await lstat(path)
  await rm(path, { recursive: true })
}

function keepRoots(path: string, { workspace, home }: Settings): void {
  for (const root of ['/', workspace, home])
    if (path === root || root.startsWith(`${path}/`))
      throw new Refusal(403, 'KEPT', `${path} is a folder that the sandbox itself needs.`)
}
