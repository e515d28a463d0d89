import { randomBytes } from 'node:crypto'
import { constants } from 'node:fs'
import {
  access,
  chmod,
  type FileHandle,
  mkdir,
  open,
  readlink,
  realpath,
  rename,
  rm,
  stat,
} from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { Refusal } from '../http/refusal.ts'

/**
 * Puts a file in place whole or not at all: written beside it under another name, then renamed. Links are followed,
 * rights are kept, folders above are made.
 */
export async function replaceFile(path: string, write: (file: FileHandle) => Promise<void>) {
  const target = await targetOf(path)
  const beside = join(
    dirname(target.path),
    `.${basename(target.path).slice(0, 100)}.${randomBytes(4).toString('hex')}.part`,
  )
  const file = await open(beside, 'wx', 0o644)
  try {
    await write(file)
    if (target.mode !== undefined) await chmod(beside, target.mode)
    await file.close()
    await rename(beside, target.path)
  } catch (error) {
    await file.close().catch(() => {})
    await rm(beside, { force: true })
    throw error
  }
}

/** What is there: nothing, or a regular file that may be written. */
async function targetOf(path: string): Promise<{ path: string; mode?: number }> {
  await mkdir(dirname(path), { recursive: true })
  const facts = await stat(path).catch((error) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  if (!facts) return { path: await throughLinks(path) }
  if (facts.isDirectory()) throw new Refusal(409, 'IS_A_FOLDER', `This is a folder: ${path}`)
  if (!facts.isFile()) throw new Refusal(409, 'NOT_A_FILE', `This is a device or a pipe, not a file: ${path}`)
  // Renaming over it would get around a file that is protected.
  await access(path, constants.W_OK)
  return { path: await realpath(path), mode: facts.mode & 0o7777 }
}

/** A link to a file that is not there yet stays a link. */
async function throughLinks(path: string): Promise<string> {
  const folder = await realpath(dirname(path))
  const to = await readlink(path).catch(() => undefined)
  return to === undefined ? join(folder, basename(path)) : throughLinks(resolve(folder, to))
}
