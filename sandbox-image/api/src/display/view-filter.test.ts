import { buffer } from 'node:stream/consumers'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ViewFilter } from './view-filter.ts'

const hello = [Buffer.from('RFB 003.008\n'), Buffer.from([1]), Buffer.from([0])]
const said = [Buffer.from('RFB 003.008\n'), Buffer.from([1]), Buffer.from([1])]

const message = (type: number, bytes: number) => Buffer.from([type, ...Array(bytes - 1).fill(7)])
const encodings = (...list: number[]) => {
  const bytes = Buffer.alloc(4 + 4 * list.length)
  bytes[0] = 2
  bytes.writeUInt16BE(list.length, 2)
  for (const [index, one] of list.entries()) bytes.writeInt32BE(one, 4 + 4 * index)
  return bytes
}
const cutText = (length: number, sign = 1) => {
  const bytes = Buffer.alloc(8 + length, 4)
  bytes[0] = 6
  bytes.writeInt32BE(sign * length, 4)
  return bytes
}
const fence = Buffer.from([248, 0, 0, 0, 0, 0, 0, 0, 3, 4, 4, 4])
const desktopSize = Buffer.concat([Buffer.from([251, 0, 4, 0, 3, 0, 1, 0]), Buffer.alloc(16, 5)])
const qemuKey = Buffer.from([255, 0, 0, 1, 0, 0, 0, 0x61, 0, 0, 0, 30])

const passing = [message(0, 20), encodings(7, 0, -239), message(3, 10), message(150, 10), fence]
const dropped = [
  message(4, 8),
  message(5, 6),
  cutText(0),
  cutText(9),
  cutText(12, -1),
  desktopSize,
  qemuKey,
  message(250, 4),
]

async function filtered(parts: Buffer[]): Promise<Buffer> {
  const filter = new ViewFilter()
  for (const part of parts) filter.write(part)
  filter.end()
  return buffer(filter)
}

test('whatever a viewer sends, cut anywhere, only what can not move the display comes through', async () => {
  const messages = fc.array(fc.constantFrom(...passing, ...dropped), { maxLength: 30 })
  const cuts = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1 })
  await fc.assert(
    fc.asyncProperty(messages, cuts, async (sent, sizes) => {
      const bytes = Buffer.concat([...hello, ...sent])
      const parts: Buffer[] = []
      for (let at = 0, turn = 0; at < bytes.length; turn += 1) {
        const size = sizes[turn % sizes.length] as number
        parts.push(bytes.subarray(at, at + size))
        at += size
      }
      const wanted = Buffer.concat([...said, ...sent.filter((one) => passing.includes(one))])
      expect((await filtered(parts)).equals(wanted)).toBe(true)
    }),
  )
})

test('encodings that change the length of input, or carry the clipboard, are not asked for', async () => {
  const out = await filtered([...hello, encodings(7, -316, -1063131698, 0)])
  expect(out.subarray(14).equals(encodings(7, 0))).toBe(true)
})

test('a viewer of version 3.3 sends no security type', async () => {
  const out = await filtered([Buffer.from('RFB 003.003\n'), Buffer.from([0]), message(4, 8), message(3, 10)])
  expect(out.equals(Buffer.concat([Buffer.from('RFB 003.003\n'), Buffer.from([1]), message(3, 10)]))).toBe(
    true,
  )
})

test('a clipboard of many megabytes is dropped without being kept', async () => {
  const out = await filtered([...hello, cutText(9_000_000), message(3, 10)])
  expect(out.equals(Buffer.concat([...said, message(3, 10)]))).toBe(true)
})

test('a message of unknown kind ends the stream, since nobody knows where it ends', async () => {
  await expect(filtered([...hello, Buffer.from([99, 1, 2, 3])])).rejects.toThrow('message 99')
})
