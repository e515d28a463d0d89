import { Duplex, PassThrough } from 'node:stream'

/** The display of a double: greets as an RFB server does, keeps what reaches it, and can send. */
export class RfbDouble {
  /** bytes that writable viewers sent; a view-only stream's input is dropped, as in the gateway */
  readonly input: Buffer[] = []
  readonly viewers: { mode: 'view' | 'control'; send(bytes: Uint8Array): void; end(): void }[] = []

  connect(mode: 'view' | 'control'): Duplex {
    const out = new PassThrough()
    const toDisplay = new PassThrough().on('data', (bytes: Buffer) => {
      if (mode === 'control') this.input.push(bytes)
    })
    const viewer = { mode, send: (bytes: Uint8Array) => void out.write(bytes), end: () => void out.end() }
    this.viewers.push(viewer)
    out.once('close', () => this.viewers.splice(this.viewers.indexOf(viewer), 1))
    out.write('RFB 003.008\n')
    return Duplex.from({ readable: out, writable: toDisplay })
  }

  disconnect(): void {
    for (const viewer of [...this.viewers]) viewer.end()
  }
}
