/** A request that can't be answered as asked: status, a code for programs, a sentence for people. */
export class Refusal extends Error {
  readonly status: number
  readonly code: string
  constructor(status: number, code: string, message: string, options?: { cause?: unknown }) {
    super(message, options)
    this.name = 'Refusal'
    this.status = status
    this.code = code
  }
}

const SYSTEM: Record<string, [status: number, code: string, words: string]> = {
  ENOENT: [404, 'NOT_FOUND', 'There is nothing at'],
  ENOTDIR: [404, 'NOT_FOUND', 'A part of this path is a file, not a folder:'],
  EACCES: [403, 'FORBIDDEN', 'The user "agent" may not do this to'],
  EPERM: [403, 'FORBIDDEN', 'The system does not allow this for'],
  EISDIR: [409, 'IS_A_FOLDER', 'This is a folder:'],
  ENOTEMPTY: [409, 'NOT_EMPTY', 'This folder is not empty:'],
  EEXIST: [409, 'EXISTS', 'There is already something at'],
  ELOOP: [409, 'LINK_LOOP', 'Symbolic links lead in a circle at'],
  ENAMETOOLONG: [400, 'NAME_TOO_LONG', 'This name is longer than the file system takes:'],
  ENOSPC: [507, 'DISK_FULL', 'The disk is full; could not write'],
  EDQUOT: [507, 'DISK_FULL', 'The disk quota is used up; could not write'],
  EROFS: [403, 'READ_ONLY', 'This part of the file system is read-only:'],
  ECONNRESET: [400, 'CUT_OFF', 'The request was cut off; nothing was changed at'],
  ETXTBSY: [409, 'BUSY', 'This program is running:'],
}

/** What an error of the file system means to the asker; other errors are bugs and go on as they are. */
export function refusalOf(error: unknown, path?: string): unknown {
  if (error instanceof Refusal || !(error instanceof Error)) return error
  const { code, path: at } = error as NodeJS.ErrnoException
  const known = code ? SYSTEM[code] : undefined
  if (!known) return error
  return new Refusal(known[0], known[1], `${known[2]} ${path ?? at ?? 'this path'}`, { cause: error })
}
