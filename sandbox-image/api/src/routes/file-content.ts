import type { FileHandle } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { basename } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { mimeOf } from '../files/mime.ts'
import { openRegular } from '../files/text-file.ts'
import { replaceFile } from '../files/write-file.ts'
import { Refusal } from '../http/refusal.ts'
import type { Route } from '../http/route.ts'
import type { Disk } from '../watch/disk.ts'
import { pathOf } from './files.ts'

const LOOK_EVERY_BYTES = 8 * 1024 * 1024

/** The bytes of a file, or of one range. */
export const fileDownload: Route = {
  method: 'GET',
  path: '/files/content',
  async answer(asked, response) {
    const path = pathOf(asked)
    const { file, facts } = await openRegular(path)
    try {
      const range = rangeOf(asked.request.headers.range, facts.size)
      const headers = {
        'content-type': mimeOf(path),
        'accept-ranges': 'bytes',
        'last-modified': facts.mtime.toUTCString(),
        'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(basename(path))}`,
      }
      const [start, end] = range ?? [0, facts.size]
      if (range) response.setHeader('content-range', `bytes ${start}-${end - 1}/${facts.size}`)
      response.writeHead(range ? 206 : 200, { ...headers, 'content-length': end - start })
      if (end === start) return void response.end()
      // A file that grows meanwhile must not overrun the length that was told.
      const stream = file.createReadStream({
        start,
        end: end - 1,
        autoClose: false,
        highWaterMark: 256 * 1024,
      })
      await pipeline(stream, response).catch(() => response.destroy())
    } finally {
      await file.close()
    }
  },
}

/** Puts the request's bytes in place, whole or not at all. */
export const fileUpload: Route = {
  method: 'PUT',
  path: '/files/content',
  async answer(asked) {
    const path = pathOf(asked)
    const { disk } = asked.gateway
    await disk.makeSureOfRoom(Number(asked.request.headers['content-length']) || 0)
    let size = 0
    await replaceFile(path, async (file) => {
      size = await receive(asked.request, file, disk)
    })
    disk.wrote(size)
    return { path, size }
  },
}

async function receive(request: IncomingMessage, file: FileHandle, disk: Disk): Promise<number> {
  let size = 0
  let looked = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size - looked >= LOOK_EVERY_BYTES) {
      await disk.makeSureOfRoom(size)
      looked = size
    }
    await file.write(chunk)
  }
  await disk.makeSureOfRoom(size)
  if (!request.complete) throw new Refusal(400, 'CUT_OFF', 'The upload was cut off; nothing was changed.')
  return size
}

/** [start, end) of a single range; undefined for none, or one that is not understood. */
function rangeOf(header: string | undefined, size: number): [number, number] | undefined {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header ?? '')
  if (!match || (match[1] === '' && match[2] === '')) return undefined
  const start = match[1] === '' ? Math.max(0, size - Number(match[2])) : Number(match[1])
  const end = match[1] === '' || match[2] === '' ? size : Math.min(size, Number(match[2]) + 1)
  if (start < size && start < end) return [start, end]
  throw new Refusal(416, 'BAD_RANGE', `The file has ${size} bytes; the range asked for is not in it.`)
}
