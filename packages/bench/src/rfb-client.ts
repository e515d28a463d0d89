import { once } from 'node:events'
import type { Readable } from 'node:stream'

/** The least that is an RFB viewer: handshake without password, raw pixels, pointer. */
export class RfbClient {
  #stream: Readable
  #send: (bytes: Buffer) => void
  #held = Buffer.alloc(0)
  #wake: () => void = () => {}
  #isOver = false

  constructor(stream: Readable, send: (bytes: Buffer) => void) {
    this.#stream = stream
    this.#send = send
    stream.on('data', (chunk: Buffer) => {
      this.#held = Buffer.concat([this.#held, chunk])
      this.#wake()
    })
    // `close` follows, and ends whoever waits.
    stream.on('error', () => {})
    stream.once('close', () => {
      this.#isOver = true
      this.#wake()
    })
  }

  async greet(): Promise<void> {
    await this.#take(12)
    this.#send(Buffer.from('RFB 003.008\n'))
    const [count = 0] = await this.#take(1)
    await this.#take(count)
    this.#send(Buffer.from([1]))
    if ((await this.#take(4)).readUInt32BE() !== 0) throw new Error('The display refused the viewer.')
    this.#send(Buffer.from([1]))
    const init = await this.#take(24)
    await this.#take(init.readUInt32BE(20))
    // Raw pixels alone: what changed can be seen without decoding.
    this.#send(Buffer.from([2, 0, 0, 1, 0, 0, 0, 0]))
  }

  pointer(x: number, y: number, buttons: number): void {
    const message = Buffer.from([5, buttons, 0, 0, 0, 0])
    message.writeUInt16BE(x, 2)
    message.writeUInt16BE(y, 4)
    this.#send(message)
  }

  request(x: number, y: number, width: number, height: number, incremental: boolean): void {
    const message = Buffer.alloc(10)
    message[0] = 3
    message[1] = incremental ? 1 : 0
    for (const [index, value] of [x, y, width, height].entries()) message.writeUInt16BE(value, 2 + index * 2)
    this.#send(message)
  }

  /** the pixels of the next update, 32 bits each */
  async update(): Promise<Buffer> {
    for (;;) {
      const [type] = await this.#take(1)
      if (type === 0) return this.#rectangles()
      if (type === 3) await this.#take((await this.#take(7)).readUInt32BE(3))
      else if (type !== 2) throw new Error(`The display sent a message of type ${type}.`)
    }
  }

  async #rectangles(): Promise<Buffer> {
    const count = (await this.#take(3)).readUInt16BE(1)
    const pixels: Buffer[] = []
    for (let index = 0; index < count; index++) {
      const head = await this.#take(12)
      pixels.push(await this.#take(head.readUInt16BE(4) * head.readUInt16BE(6) * 4))
    }
    return Buffer.concat(pixels)
  }

  async #take(length: number): Promise<Buffer> {
    while (this.#held.length < length) {
      if (this.#isOver) throw new Error('The display ended the connection.')
      await new Promise<void>((resolve) => {
        this.#wake = resolve
      })
    }
    const taken = this.#held.subarray(0, length)
    this.#held = this.#held.subarray(length)
    return taken
  }

  async close(): Promise<void> {
    if (this.#isOver) return
    const closed = once(this.#stream, 'close')
    this.#stream.destroy()
    await closed
  }
}
