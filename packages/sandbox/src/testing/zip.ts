import { crc32 } from 'node:zlib'

/** A zip archive without compression: enough for an archive that any tool opens. Names are UTF-8. */
export function zipOf(files: readonly { name: string; bytes: Uint8Array }[]): Buffer {
  const bodies: Buffer[] = []
  const index: Buffer[] = []
  let offset = 0
  for (const { name, bytes } of files) {
    const fields = entryFields(name, bytes)
    const local = Buffer.concat([Buffer.from('504b0304', 'hex'), fields, Buffer.from(name), bytes])
    const rest = Buffer.alloc(14)
    rest.writeUInt32LE(offset, 10)
    index.push(Buffer.from('504b01021400', 'hex'), fields, rest, Buffer.from(name))
    bodies.push(local)
    offset += local.length
  }
  const directory = Buffer.concat(index)
  const end = Buffer.alloc(22)
  end.write('504b0506', 'hex')
  end.writeUInt16LE(files.length, 8)
  end.writeUInt16LE(files.length, 10)
  end.writeUInt32LE(directory.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...bodies, directory, end])
}

function entryFields(name: string, bytes: Uint8Array): Buffer {
  const fields = Buffer.alloc(26)
  fields.writeUInt16LE(20, 0)
  fields.writeUInt16LE(0x0800, 2)
  fields.writeUInt16LE(0x21, 8)
  fields.writeUInt32LE(crc32(bytes), 10)
  fields.writeUInt32LE(bytes.length, 14)
  fields.writeUInt32LE(bytes.length, 18)
  fields.writeUInt16LE(Buffer.byteLength(name), 22)
  return fields
}
