import { createHash } from 'node:crypto'
import { stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { FileEdit, FileMove, FileRead, FileSearch, FileWrite } from '@deskhand/protocol/sandbox'
import { movePath, removePath } from '../files/change-paths.ts'
import { listFolder } from '../files/list-folder.ts'
import { mimeOf, mimeOfBytes } from '../files/mime.ts'
import { resolvePath } from '../files/paths.ts'
import { readFileAs } from '../files/read-file.ts'
import { searchFiles } from '../files/search-files.ts'
import { openRegular } from '../files/text-file.ts'
import { editText, writeText } from '../files/write-text.ts'
import { zipOf } from '../files/zip.ts'
import { readJson } from '../http/body.ts'
import { Refusal } from '../http/refusal.ts'
import type { Asked, Route } from '../http/route.ts'

export const fileList: Route = {
  method: 'GET',
  path: '/files',
  async answer(asked) {
    const path = pathOf(asked)
    return { path, entries: await listFolder(path, isSet(asked, 'hidden')) }
  },
}

export const fileStat: Route = {
  method: 'GET',
  path: '/files/stat',
  async answer(asked) {
    const path = pathOf(asked)
    const facts = await stat(path)
    const type = facts.isDirectory() ? 'dir' : facts.isFile() ? 'file' : 'other'
    const known = { path, type, size: facts.size, mtime: Math.round(facts.mtimeMs) }
    if (type !== 'file')
      return { ...known, mime: type === 'dir' ? 'inode/directory' : 'application/octet-stream' }
    const { file } = await openRegular(path)
    try {
      const beginning = Buffer.alloc(64)
      await file.read(beginning, 0, 64, 0)
      const mime = mimeOfBytes(beginning) ?? mimeOf(path)
      if (!isSet(asked, 'sha256')) return { ...known, mime }
      const hash = createHash('sha256')
      await pipeline(file.createReadStream({ start: 0, autoClose: false }), hash)
      return { ...known, mime, sha256: hash.digest('hex') }
    } finally {
      await file.close()
    }
  },
}

export const fileRead: Route = {
  method: 'POST',
  path: '/files/read',
  async answer({ request, gateway }) {
    const asked = await readJson(request, FileRead)
    return readFileAs(resolvePath(gateway.settings.workspace, asked.path), asked)
  },
}

export const fileWrite: Route = {
  method: 'POST',
  path: '/files/write',
  async answer({ request, gateway }) {
    const asked = await readJson(request, FileWrite)
    const path = resolvePath(gateway.settings.workspace, asked.path)
    return gateway.journal.once(asked.callId, 'file', async () => {
      const result = await writeText(path, asked, (bytes) => gateway.disk.makeSureOfRoom(bytes))
      gateway.disk.wrote(result.size)
      return result
    })
  },
}

export const fileEdit: Route = {
  method: 'POST',
  path: '/files/edit',
  async answer({ request, gateway }) {
    const asked = await readJson(request, FileEdit)
    const path = resolvePath(gateway.settings.workspace, asked.path)
    const room = (bytes: number) => gateway.disk.makeSureOfRoom(bytes)
    return gateway.journal.once(asked.callId, 'file', () => editText(path, asked, room))
  },
}

export const fileSearch: Route = {
  method: 'POST',
  path: '/files/search',
  async answer({ request, gateway }) {
    const asked = await readJson(request, FileSearch)
    return searchFiles(resolvePath(gateway.settings.workspace, asked.path), asked)
  },
}

export const fileMove: Route = {
  method: 'POST',
  path: '/files/move',
  async answer({ request, gateway }) {
    const { from, to } = await readJson(request, FileMove)
    const { workspace } = gateway.settings
    await movePath(resolvePath(workspace, from), resolvePath(workspace, to), gateway.settings)
  },
}

export const fileRemove: Route = {
  method: 'DELETE',
  path: '/files',
  answer: (asked) => removePath(pathOf(asked), asked.gateway.settings),
}

export const fileArchive: Route = {
  method: 'GET',
  path: '/files/archive',
  async answer(asked, response) {
    const path = pathOf(asked)
    await stat(path)
    const name = basename(path) || 'files'
    response.writeHead(200, {
      'content-type': 'application/zip',
      'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(name)}.zip`,
    })
    // A viewer who leaves ends the stream; the error would only say so.
    await pipeline(zipOf(path, name), response).catch(() => response.destroy())
  },
}

/** The path asked for, absolute. */
export function pathOf({ url, gateway }: Asked): string {
  const path = url.searchParams.get('path') ?? ''
  if (url.searchParams.getAll('path').length > 1) throw new Refusal(400, 'BAD_PATH', 'One path at a time.')
  return resolvePath(gateway.settings.workspace, path)
}

const isSet = ({ url }: Asked, name: string) => ['1', 'true'].includes(url.searchParams.get(name) ?? '')
