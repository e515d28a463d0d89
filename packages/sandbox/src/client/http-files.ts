import { Readable } from 'node:stream'
import {
  type FileEdit,
  FileEditResult,
  FileList,
  type FileRead,
  FileReadResult,
  type FileSearch,
  FileSearchResult,
  FileStat,
  type FileWrite,
  FileWriteResult,
} from '@deskhand/protocol/sandbox'
import { z } from 'zod'
import { type CallOptions, SandboxError, type SandboxFiles } from '../sandbox.ts'
import type { GatewayHttp } from './gateway-http.ts'

const Uploaded = z.object({ path: z.string(), size: z.number() })

export class HttpFiles implements SandboxFiles {
  #http: GatewayHttp

  constructor(http: GatewayHttp) {
    this.#http = http
  }

  list(path: string, { signal, hidden }: CallOptions & { hidden?: boolean } = {}): Promise<FileList> {
    return this.#http.json(FileList, 'GET', '/files', {
      query: { path, hidden: hidden || undefined },
      signal,
    })
  }

  async stat(
    path: string,
    { signal, sha256 }: CallOptions & { sha256?: boolean } = {},
  ): Promise<FileStat | undefined> {
    try {
      const query = { path, sha256: sha256 ? 1 : undefined }
      return await this.#http.json(FileStat, 'GET', '/files/stat', { query, signal })
    } catch (error) {
      if (error instanceof SandboxError && error.status === 404) return undefined
      throw error
    }
  }

  read(request: FileRead, options: CallOptions = {}): Promise<FileReadResult> {
    return this.#http.json(FileReadResult, 'POST', '/files/read', { json: request, ...options })
  }

  write(request: FileWrite, options: CallOptions = {}): Promise<FileWriteResult> {
    return this.#http.json(FileWriteResult, 'POST', '/files/write', { json: request, ...options })
  }

  edit(request: FileEdit, options: CallOptions = {}): Promise<FileEditResult> {
    return this.#http.json(FileEditResult, 'POST', '/files/edit', { json: request, ...options })
  }

  search(request: FileSearch, options: CallOptions = {}): Promise<FileSearchResult> {
    return this.#http.json(FileSearchResult, 'POST', '/files/search', { json: request, ...options })
  }

  async download(path: string, { signal, start, end }: CallOptions & { start?: number; end?: number } = {}) {
    if (end !== undefined && end <= (start ?? 0)) {
      const stat = await this.stat(path, { signal })
      if (!stat) throw new SandboxError('NOT_FOUND', `There is no ${path}.`, { status: 404 })
      return { stream: Readable.from([]), size: 0, mime: stat.mime }
    }
    const isPart = start !== undefined || end !== undefined
    const headers = isPart ? { range: `bytes=${start ?? 0}-${end === undefined ? '' : end - 1}` } : undefined
    const stream = await this.#http.send('GET', '/files/content', { query: { path }, headers, signal })
    const mime = stream.headers['content-type'] ?? 'application/octet-stream'
    return { stream, size: Number(stream.headers['content-length'] ?? 0), mime }
  }

  upload(path: string, body: NodeJS.ReadableStream | Uint8Array, options: CallOptions = {}) {
    return this.#http.json(Uploaded, 'PUT', '/files/content', { query: { path }, body, ...options })
  }

  archive(path: string, options: CallOptions = {}): Promise<NodeJS.ReadableStream> {
    return this.#http.send('GET', '/files/archive', { query: { path }, ...options })
  }

  move(from: string, to: string, options: CallOptions = {}): Promise<void> {
    return this.#http.done('POST', '/files/move', { json: { from, to }, ...options })
  }

  remove(path: string, options: CallOptions = {}): Promise<void> {
    return this.#http.done('DELETE', '/files', { query: { path }, ...options })
  }
}
