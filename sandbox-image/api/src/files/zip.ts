import { lstat, open, readdir, readlink } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { createDeflateRaw, crc32 as zlibCrc32 } from 'node:zlib'

// A zip archive written as it is read (APPNOTE 6.3): sizes follow each file's data, names are UTF-8, numbers that do not
// fit go into the 64-bit fields.

const UTF8_AND_SIZES_AFTER = 0x0808
const MOST_32 = 0xffffffff

interface Packed {
  name: Buffer
  mode: number
  time: number
  method: number
  crc: number
  packed: number
  size: number
  offset: number
}

/** A folder or one file as a zip. Links stay links, pipes and devices are left out, and so is what can't be read. */
export function zipOf(root: string, name: string): Readable {
  return Readable.from(write(root, name), { objectMode: false, highWaterMark: 256 * 1024 })
}

async function* write(root: string, name: string): AsyncGenerator<Buffer> {
  const done: Packed[] = []
  let offset = 0
  for await (const source of walk(root, name)) {
    const entry: Packed = { ...headerOf(source), crc: 0, packed: 0, size: 0, offset }
    const wide = source.facts.size >= MOST_32 / 2
    const header = localHeader(entry, wide)
    yield header
    offset += header.length
    for await (const chunk of dataOf(source, entry)) {
      yield chunk
      offset += chunk.length
    }
    const after = sizesAfter(entry, wide)
    yield after
    offset += after.length
    done.push(entry)
  }
  const directory = Buffer.concat(done.map(directoryEntry))
  yield directory
  yield directoryEnd(done.length, directory.length, offset)
}

interface Source {
  path: string
  name: string
  facts: Awaited<ReturnType<typeof lstat>>
  open?: Awaited<ReturnType<typeof open>>
}

async function* walk(path: string, name: string): AsyncGenerator<Source> {
  const facts = await lstat(path).catch(() => undefined)
  if (!facts) return
  if (facts.isDirectory()) {
    yield { path, name: `${name}/`, facts }
    const names = await readdir(path).catch(() => [])
    for (const child of names.sort()) yield* walk(join(path, child), `${name}/${child}`)
  } else if (facts.isSymbolicLink()) yield { path, name, facts }
  else if (facts.isFile()) {
    const file = await open(path, 'r').catch(() => undefined)
    if (!file) return
    try {
      yield { path, name, facts, open: file }
    } finally {
      await file.close().catch(() => {})
    }
  }
}

async function* dataOf(source: Source, entry: Packed): AsyncGenerator<Buffer> {
  if (source.facts.isDirectory()) return
  if (!source.open) {
    const target = Buffer.from(await readlink(source.path))
    entry.crc = crc32(target)
    entry.size = target.length
    entry.packed = target.length
    yield target
    return
  }
  const deflate = createDeflateRaw({ level: 6 })
  const reading = source.open.createReadStream({ autoClose: false, highWaterMark: 256 * 1024 })
  reading.on('data', (chunk) => {
    entry.crc = crc32(chunk as Buffer, entry.crc)
    entry.size += chunk.length
  })
  reading.on('error', (error) => deflate.destroy(error))
  for await (const chunk of reading.pipe(deflate) as AsyncIterable<Buffer>) {
    entry.packed += chunk.length
    yield chunk
  }
}

function headerOf({ name, facts, open: file }: Source) {
  return {
    name: Buffer.from(name),
    mode: Number(facts.mode),
    time: dosTime(facts.mtime),
    method: file ? 8 : 0,
  }
}

function localHeader({ name, method, time }: Packed, wide: boolean): Buffer {
  const extra = wide ? wideField([0, 0]) : Buffer.alloc(0)
  const header = Buffer.alloc(30)
  header.writeUInt32LE(0x04034b50, 0)
  header.writeUInt16LE(wide ? 45 : 20, 4)
  header.writeUInt16LE(UTF8_AND_SIZES_AFTER, 6)
  header.writeUInt16LE(method, 8)
  header.writeUInt32LE(time, 10)
  if (wide) header.writeUInt32LE(MOST_32, 18)
  if (wide) header.writeUInt32LE(MOST_32, 22)
  header.writeUInt16LE(name.length, 26)
  header.writeUInt16LE(extra.length, 28)
  return Buffer.concat([header, name, extra])
}

function sizesAfter({ crc, packed, size }: Packed, wide: boolean): Buffer {
  const after = Buffer.alloc(wide ? 24 : 16)
  after.writeUInt32LE(0x08074b50, 0)
  after.writeUInt32LE(crc, 4)
  if (wide) {
    after.writeBigUInt64LE(BigInt(packed), 8)
    after.writeBigUInt64LE(BigInt(size), 16)
  } else {
    after.writeUInt32LE(packed, 8)
    after.writeUInt32LE(size, 12)
  }
  return after
}

function directoryEntry(entry: Packed): Buffer {
  const large = [entry.size, entry.packed, entry.offset].filter((value) => value >= MOST_32)
  const extra = large.length > 0 ? wideField(large) : Buffer.alloc(0)
  const header = Buffer.alloc(46)
  header.writeUInt32LE(0x02014b50, 0)
  // Made on Unix: the upper half of the last field is the mode, by which links are known.
  header.writeUInt16LE(0x0300 | 45, 4)
  header.writeUInt16LE(extra.length > 0 ? 45 : 20, 6)
  header.writeUInt16LE(UTF8_AND_SIZES_AFTER, 8)
  header.writeUInt16LE(entry.method, 10)
  header.writeUInt32LE(entry.time, 12)
  header.writeUInt32LE(entry.crc, 16)
  header.writeUInt32LE(Math.min(entry.packed, MOST_32), 20)
  header.writeUInt32LE(Math.min(entry.size, MOST_32), 24)
  header.writeUInt16LE(entry.name.length, 28)
  header.writeUInt16LE(extra.length, 30)
  header.writeUInt32LE((entry.mode << 16) >>> 0, 38)
  header.writeUInt32LE(Math.min(entry.offset, MOST_32), 42)
  return Buffer.concat([header, entry.name, extra])
}

function directoryEnd(count: number, length: number, offset: number): Buffer {
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(Math.min(count, 0xffff), 8)
  end.writeUInt16LE(Math.min(count, 0xffff), 10)
  end.writeUInt32LE(Math.min(length, MOST_32), 12)
  end.writeUInt32LE(Math.min(offset, MOST_32), 16)
  if (count < 0xffff && length < MOST_32 && offset < MOST_32) return end
  const wide = Buffer.alloc(76)
  wide.writeUInt32LE(0x06064b50, 0)
  wide.writeBigUInt64LE(44n, 4)
  wide.writeUInt16LE(45, 12)
  wide.writeUInt16LE(45, 14)
  wide.writeBigUInt64LE(BigInt(count), 24)
  wide.writeBigUInt64LE(BigInt(count), 32)
  wide.writeBigUInt64LE(BigInt(length), 40)
  wide.writeBigUInt64LE(BigInt(offset), 48)
  wide.writeUInt32LE(0x07064b50, 56)
  wide.writeBigUInt64LE(BigInt(offset + length), 64)
  wide.writeUInt32LE(1, 72)
  return Buffer.concat([wide, end])
}

function wideField(values: number[]): Buffer {
  const field = Buffer.alloc(4 + 8 * values.length)
  field.writeUInt16LE(1, 0)
  field.writeUInt16LE(8 * values.length, 2)
  for (const [index, value] of values.entries()) field.writeBigUInt64LE(BigInt(value), 4 + 8 * index)
  return field
}

/** Two seconds is as fine as it goes; nothing before 1980. */
function dosTime(time: Date): number {
  const date = (Math.max(0, time.getFullYear() - 1980) << 9) | ((time.getMonth() + 1) << 5) | time.getDate()
  return ((date << 16) | (time.getHours() << 11) | (time.getMinutes() << 5) | (time.getSeconds() >> 1)) >>> 0
}

function crc32(bytes: Buffer, before = 0): number {
  return zlibCrc32(bytes, before)
}
