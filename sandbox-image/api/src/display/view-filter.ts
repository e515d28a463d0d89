import { Transform, type TransformCallback } from 'node:stream'

/** Encodings a viewer may not ask for: they change how long an input message is, or carry the clipboard. */
const LEFT_OUT = new Set([
  -316 /* extended mouse buttons */, -1063131698 /* extended clipboard, 0xC0A1E5CE */,
])

type Verdict = { bytes: number; pass: boolean | Buffer } | 'more' | 'unknown'

/**
 * What a viewer sends to the display, with everything that could move it taken out: keys, pointer, clipboard, screen
 * size. The stream is read message by message, since a cut in the wrong place would turn data into keys. A message of
 * unknown kind has an unknown length: the stream is ended there.
 */
export class ViewFilter extends Transform {
  #rest: Buffer = Buffer.alloc(0)
  #stage: 'version' | 'security' | 'init' | 'messages' = 'version'
  /** bytes of a dropped message that are still to come */
  #skip = 0

  override _transform(chunk: Buffer, _encoding: string, done: TransformCallback): void {
    let data = this.#rest.length > 0 ? Buffer.concat([this.#rest, chunk]) : chunk
    while (data.length > 0) {
      if (this.#skip > 0) {
        const gone = Math.min(this.#skip, data.length)
        this.#skip -= gone
        data = data.subarray(gone)
        continue
      }
      const verdict = this.#judge(data)
      if (verdict === 'more') break
      if (verdict === 'unknown') {
        done(new Error(`A viewer sent message ${data[0]}, which is not known here.`))
        return
      }
      const { bytes, pass } = verdict
      if (pass instanceof Buffer) this.push(pass)
      else if (pass) this.push(Buffer.from(data.subarray(0, bytes)))
      else this.#skip = Math.max(0, bytes - data.length)
      data = data.subarray(Math.min(bytes, data.length))
    }
    this.#rest = Buffer.from(data)
    done()
  }

  #judge(data: Buffer): Verdict {
    switch (this.#stage) {
      case 'version': {
        if (data.length < 12) return 'more'
        // Version 3.3 lets the server choose the security type, so the viewer sends none.
        this.#stage = data.toString('latin1', 0, 11) === 'RFB 003.003' ? 'init' : 'security'
        return { bytes: 12, pass: true }
      }
      case 'security':
        this.#stage = 'init'
        return { bytes: 1, pass: true }
      case 'init':
        this.#stage = 'messages'
        // Always "shared": a viewer must not throw others out.
        return { bytes: 1, pass: Buffer.from([1]) }
      case 'messages':
        return judgeMessage(data)
    }
  }
}

/** RFC 6143 section 7.5, and the extensions that noVNC and TigerVNC's viewer send. */
function judgeMessage(data: Buffer): Verdict {
  switch (data[0]) {
    case 0: // SetPixelFormat
      return whole(data, 20)
    case 2: // SetEncodings
      return data.length < 4 ? 'more' : encodings(data, 4 + 4 * data.readUInt16BE(2))
    case 3: // FramebufferUpdateRequest
    case 150: // EnableContinuousUpdates
      return whole(data, 10)
    case 248: // ClientFence
      return data.length < 9 ? 'more' : whole(data, 9 + (data[8] as number))
    case 4: // KeyEvent
      return { bytes: 8, pass: false }
    case 5: // PointerEvent
      return { bytes: 6, pass: false }
    case 6: // ClientCutText; a negative length is the extended clipboard's
      return data.length < 8 ? 'more' : { bytes: 8 + Math.abs(data.readInt32BE(4)), pass: false }
    case 250: // xvp: shut down, reboot
      return { bytes: 4, pass: false }
    case 251: // SetDesktopSize
      return data.length < 8 ? 'more' : { bytes: 8 + 16 * (data[6] as number), pass: false }
    case 255: // QEMU: extended key event, audio
      if (data.length < 4) return 'more'
      if (data[1] === 0) return { bytes: 12, pass: false }
      if (data[1] === 1) return { bytes: data.readUInt16BE(2) === 2 ? 10 : 4, pass: false }
      return 'unknown'
    default:
      return 'unknown'
  }
}

function whole(data: Buffer, bytes: number): Verdict {
  return data.length < bytes ? 'more' : { bytes, pass: true }
}

function encodings(data: Buffer, bytes: number): Verdict {
  if (data.length < bytes) return 'more'
  const kept: number[] = []
  for (let at = 4; at < bytes; at += 4)
    if (!LEFT_OUT.has(data.readInt32BE(at))) kept.push(data.readInt32BE(at))
  const message = Buffer.alloc(4 + 4 * kept.length)
  message[0] = 2
  message.writeUInt16BE(kept.length, 2)
  for (const [index, encoding] of kept.entries()) message.writeInt32BE(encoding, 4 + 4 * index)
  return { bytes, pass: message }
}
