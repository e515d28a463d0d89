import { homedir } from 'node:os'
import { resolve } from 'node:path'
import { Refusal } from '../http/refusal.ts'

/** Absolute, from a path that is absolute, relative to the workspace, or begins with ~. */
export function resolvePath(workspace: string, path: string): string {
  if (path.includes('\0')) throw new Refusal(400, 'BAD_PATH', 'A path can not contain a zero byte.')
  if (path.length > 4096) throw new Refusal(400, 'BAD_PATH', 'This path is longer than 4,096 characters.')
  if (path === '~' || path.startsWith('~/')) return resolve(homedir(), `.${path.slice(1)}`)
  return resolve(workspace, path)
}
