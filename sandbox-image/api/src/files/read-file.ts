import { execFile } from 'node:child_process'
import { stat } from 'node:fs/promises'
import { promisify } from 'node:util'
import type { FileRead, FileReadResult } from '@deskhand/protocol/sandbox'
import type { z } from 'zod'
import { Refusal } from '../http/refusal.ts'
import { detectEncoding, encodingLabel } from './encoding.ts'
import { imageSize } from './image-size.ts'
import { listFolder } from './list-folder.ts'
import { mimeOf, mimeOfBytes } from './mime.ts'
import { readLines } from './read-lines.ts'
import { openRegular } from './text-file.ts'

const BEGINNING_BYTES = 256 * 1024
const MOST_ENTRIES = 1000
const run = promisify(execFile)

type Asked = z.output<typeof FileRead>

/** A file as whatever it is: text, picture, PDF, folder, or binary. */
export async function readFileAs(path: string, asked: Asked): Promise<FileReadResult> {
  if ((await stat(path)).isDirectory()) {
    const entries = await listFolder(path, true)
    return { kind: 'dir', path, entries: entries.slice(0, MOST_ENTRIES), total: entries.length }
  }
  const { file, facts } = await openRegular(path)
  try {
    const beginning = Buffer.alloc(Math.min(BEGINNING_BYTES, facts.size))
    await file.read(beginning, 0, beginning.length, 0)
    const { size } = facts
    const mime = mimeOfBytes(beginning) ?? mimeOf(path)
    if (mime === 'application/pdf') return await readPdf(path, size, asked.maxChars)
    if (mime.startsWith('image/') && mime !== 'image/svg+xml')
      return { kind: 'image', path, mime, size, ...imageSize(beginning, mime) }
    const encoding = detectEncoding(beginning, beginning.length === size)
    if (!encoding) return { kind: 'binary', path, mime, size }
    const lines = await readLines(file, encoding, asked)
    return { kind: 'text', path, size, ...lines, encoding: encodingLabel(lines.encoding) }
  } finally {
    await file.close()
  }
}

async function readPdf(path: string, size: number, maxChars: number): Promise<FileReadResult> {
  try {
    const [info, text] = await Promise.all([
      run('pdfinfo', [path], { timeout: 20_000 }),
      run('pdftotext', ['-layout', path, '-'], { timeout: 60_000, maxBuffer: 64 * 1024 * 1024 }),
    ])
    const pages = Number(/^Pages:\s+(\d+)/m.exec(info.stdout)?.[1] ?? 0)
    const cut = text.stdout.length > maxChars
    return { kind: 'pdf', path, text: text.stdout.slice(0, maxChars), pages, size, cut }
  } catch (cause) {
    throw new Refusal(
      409,
      'BROKEN_PDF',
      `${path} could not be read as a PDF; it may be damaged or encrypted.`,
      { cause },
    )
  }
}
