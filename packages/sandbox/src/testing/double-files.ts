import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { lstat, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type {
  FileEdit,
  FileEditResult,
  FileEntry,
  FileList,
  FileRead,
  FileReadResult,
  FileSearch,
  FileSearchResult,
  FileStat,
  FileWrite,
  FileWriteResult,
} from '@deskhand/protocol/sandbox'
import { type CallOptions, SandboxError, type SandboxFiles } from '../sandbox.ts'
import { changedLines } from './changed-lines.ts'
import { mimeOf } from './double-mime.ts'
import type { DoublePaths } from './double-paths.ts'
import { zipOf } from './zip.ts'

/** The double's files: a real folder tree. UTF-8 only; other encodings are the real gateway's business. */
export class DoubleFiles implements SandboxFiles {
  /** set by tests: writes are refused as on a full disk */
  full = false
  #paths: DoublePaths

  constructor(paths: DoublePaths) {
    this.#paths = paths
  }

  async list(path: string, options: CallOptions & { hidden?: boolean } = {}): Promise<FileList> {
    const inside = this.#paths.inside(path)
    const names = await readdir(this.#paths.outside(path)).catch(missing(path))
    const shown = names.filter((name) => options.hidden || !name.startsWith('.')).sort()
    return { path: inside, entries: await Promise.all(shown.map((name) => this.#entry(join(inside, name)))) }
  }

  async stat(path: string, options: CallOptions & { sha256?: boolean } = {}): Promise<FileStat | undefined> {
    const outside = this.#paths.outside(path)
    const info = await stat(outside).catch(() => undefined)
    if (!info) return undefined
    const isFile = info.isFile()
    return {
      path: this.#paths.inside(path),
      type: isFile ? 'file' : info.isDirectory() ? 'dir' : 'other',
      size: info.size,
      mtime: Math.round(info.mtimeMs),
      mime: isFile ? mimeOf(outside, await readFile(outside)) : 'inode/directory',
      sha256:
        options.sha256 && isFile
          ? createHash('sha256')
              .update(await readFile(outside))
              .digest('hex')
          : undefined,
    }
  }

  async read(request: FileRead): Promise<FileReadResult> {
    const path = this.#paths.inside(request.path)
    const info = await this.stat(request.path)
    if (!info) throw notFound(request.path)
    if (info.type === 'dir') {
      const { entries } = await this.list(request.path)
      return { kind: 'dir', path, entries, total: entries.length }
    }
    const bytes = await readFile(this.#paths.outside(request.path))
    const mime = mimeOf(path, bytes)
    if (mime.startsWith('image/')) return { kind: 'image', path, mime, size: bytes.length }
    if (bytes.subarray(0, 8192).includes(0) || mime === 'application/pdf')
      return { kind: 'binary', path, mime, size: bytes.length }
    return textResult(path, bytes, request)
  }

  async write(request: FileWrite): Promise<FileWriteResult> {
    this.#refuseWhenFull()
    const outside = this.#paths.outside(request.path)
    const before = await readFile(outside, 'utf8').catch(() => undefined)
    const content = request.append ? (before ?? '') + request.content : request.content
    await this.#put(outside, content)
    return {
      path: this.#paths.inside(request.path),
      size: Buffer.byteLength(content),
      created: before === undefined,
      encoding: 'utf-8',
      lines: lineCount(content),
    }
  }

  async edit(request: FileEdit): Promise<FileEditResult> {
    this.#refuseWhenFull()
    const outside = this.#paths.outside(request.path)
    const before = await readFile(outside, 'utf8').catch(missing(request.path))
    const parts = before.split(request.old)
    const found = parts.length - 1
    if (found === 0)
      throw new SandboxError('NO_MATCH', `${request.path} does not contain the text to replace.`, {
        status: 409,
      })
    if (found > 1 && !request.all)
      throw new SandboxError(
        'MANY_MATCHES',
        `The text stands ${found} times in ${request.path}, on lines ${linesOf(parts, request.old).join(', ')}.`,
        { status: 409 },
      )
    const after = parts.join(request.new)
    await this.#put(outside, after)
    return {
      path: this.#paths.inside(request.path),
      replaced: found,
      size: Buffer.byteLength(after),
      encoding: 'utf-8',
      diff: changedLines(request.path, before, after).slice(0, 20_000),
    }
  }

  async search(request: FileSearch): Promise<FileSearchResult> {
    const base = this.#paths.inside(request.path ?? '/workspace')
    const max = request.maxHits ?? 200
    const hits: FileSearchResult['hits'] = []
    const names = request.kind === 'name' ? globPattern(request.pattern) : undefined
    const content = names ? undefined : contentPattern(request.pattern)
    let filesSearched = 0
    for await (const path of this.#walk(base)) {
      filesSearched++
      if (names?.test(basename(path)) || names?.test(path.slice(base.length + 1))) hits.push({ path })
      if (content) hits.push(...(await this.#linesMatching(path, content)))
      if (hits.length > max) break
    }
    return { hits: hits.slice(0, max), cut: hits.length > max, filesSearched }
  }

  async download(path: string, options: CallOptions & { start?: number; end?: number } = {}) {
    const info = await this.stat(path)
    if (!info) throw notFound(path)
    if (info.type !== 'file')
      throw new SandboxError('NOT_A_FILE', `${path} is a folder; it can be had as an archive.`, {
        status: 400,
      })
    const start = Math.min(options.start ?? 0, info.size)
    const end = Math.min(options.end ?? info.size, info.size)
    const stream =
      end <= start ? Readable.from([]) : createReadStream(this.#paths.outside(path), { start, end: end - 1 })
    return { stream, size: end - start, mime: info.mime }
  }

  async upload(path: string, body: NodeJS.ReadableStream | Uint8Array) {
    this.#refuseWhenFull()
    const outside = this.#paths.outside(path)
    await mkdir(dirname(outside), { recursive: true })
    const part = `${outside}.part`
    await pipeline(body instanceof Uint8Array ? Readable.from([body]) : body, createWriteStream(part))
    await rename(part, outside)
    return { path: this.#paths.inside(path), size: (await stat(outside)).size }
  }

  async archive(path: string): Promise<NodeJS.ReadableStream> {
    const base = this.#paths.inside(path)
    const info = await this.stat(path)
    if (!info) throw notFound(path)
    const files: { name: string; bytes: Buffer }[] = []
    const add = async (file: string, name: string) =>
      files.push({ name, bytes: await readFile(this.#paths.outside(file)) })
    if (info.type === 'file') await add(base, basename(base))
    else for await (const file of this.#walk(base)) await add(file, file.slice(base.length + 1))
    return Readable.from([zipOf(files)])
  }

  async move(from: string, to: string): Promise<void> {
    const target = this.#paths.outside(to)
    await mkdir(dirname(target), { recursive: true })
    await rename(this.#paths.outside(from), target).catch(missing(from))
  }

  async remove(path: string): Promise<void> {
    await rm(this.#paths.outside(path), { recursive: true }).catch(missing(path))
  }

  async #put(outside: string, content: string): Promise<void> {
    await mkdir(dirname(outside), { recursive: true })
    await writeFile(`${outside}.part`, content)
    await rename(`${outside}.part`, outside)
  }

  async #entry(path: string): Promise<FileEntry> {
    const info = await lstat(join(this.#paths.root, path))
    const type = info.isSymbolicLink() ? 'link' : info.isDirectory() ? 'dir' : 'file'
    return { name: basename(path), path, type, size: info.size, mtime: Math.round(info.mtimeMs) }
  }

  async *#walk(path: string): AsyncGenerator<string> {
    for (const { name } of (await this.list(path)).entries) {
      const child = join(path, name)
      const { type } = await this.#entry(child)
      if (type === 'dir') yield* this.#walk(child)
      if (type === 'file') yield child
    }
  }

  async #linesMatching(
    path: string,
    pattern: RegExp,
  ): Promise<{ path: string; line: number; text: string }[]> {
    const bytes = await readFile(this.#paths.outside(path))
    if (bytes.subarray(0, 8192).includes(0)) return []
    return bytes
      .toString('utf8')
      .split('\n')
      .flatMap((text, index) =>
        pattern.test(text) ? [{ path, line: index + 1, text: text.slice(0, 300) }] : [],
      )
  }

  #refuseWhenFull(): void {
    if (this.full)
      throw new SandboxError('DISK_FULL', 'The disk of the sandbox is full: delete something first.', {
        status: 507,
      })
  }
}

function textResult(path: string, bytes: Buffer, request: FileRead): FileReadResult {
  const whole = bytes.toString('utf8')
  const lines = whole.split('\n')
  const totalLines = lineCount(whole)
  const startLine = request.startLine ?? 1
  const endLine = Math.min(request.endLine ?? totalLines, totalLines)
  const isWhole = startLine === 1 && endLine === totalLines
  const wanted = isWhole ? whole : lines.slice(startLine - 1, endLine).join('\n')
  const max = request.maxChars ?? 200_000
  const crlf = whole.split('\r\n').length - 1
  const lf = lines.length - 1 - crlf
  return {
    kind: 'text',
    path,
    text: wanted.slice(0, max),
    encoding: 'utf-8',
    lineEnd: crlf && lf ? 'mixed' : crlf ? 'crlf' : lf ? 'lf' : 'none',
    totalLines,
    startLine,
    endLine,
    size: bytes.length,
    cut: wanted.length > max,
  }
}

const lineCount = (text: string) =>
  text === '' ? 0 : text.split('\n').length - (text.endsWith('\n') ? 1 : 0)

function linesOf(parts: string[], old: string): number[] {
  let before = ''
  return parts.slice(0, -1).map((part) => {
    before += part
    const line = before.split('\n').length
    before += old
    return line
  })
}

function contentPattern(pattern: string): RegExp {
  try {
    return new RegExp(pattern)
  } catch (cause) {
    throw new SandboxError('BAD_PATTERN', `${pattern} is no regular expression.`, { status: 400, cause })
  }
}

function globPattern(glob: string): RegExp {
  const body = glob
    .replaceAll(/[.+^${}()|[\]\\]/g, '\\$&')
    .replaceAll('**/', '\u0000')
    .replaceAll('*', '[^/]*')
    .replaceAll('?', '[^/]')
    .replaceAll('\u0000', '(?:.*/)?')
  return new RegExp(`^${body}$`)
}

const notFound = (path: string) => new SandboxError('NOT_FOUND', `There is no ${path}.`, { status: 404 })

function missing(path: string) {
  return (cause: NodeJS.ErrnoException): never => {
    if (cause.code === 'ENOENT') throw notFound(path)
    throw new SandboxError(cause.code ?? 'FAILED', `${path}: ${cause.message}`, { status: 400, cause })
  }
}
