import type RFB from '@novnc/novnc'
import type { Quality } from '../../lib/ui-store.ts'
import { loadNoVnc } from './load-novnc.ts'

export type VncState =
  | 'loading'
  | 'connecting'
  | 'view'
  | 'control'
  | 'reconnecting'
  | 'failed'
  | 'gone'
  | 'signedOut'

export interface VncOptions {
  url(lease: string | null): string
  stage: HTMLElement
  onState(state: VncState): void
  /** the last picture as a data URL, or null when a live one is back */
  onFrozen(picture: string | null): void
}

const TRIES = 8
const FIRST_WAIT_MS = 500
const LONGEST_WAIT_MS = 10_000
// After this long without a drop the next one starts counting from the beginning.
const STABLE_MS = 30_000

// Measured on full-screen motion: below 3 nothing is saved, above 6 five times the bytes buy little.
const levels: Record<Quality, { quality: number; compression: number }> = {
  auto: { quality: 6, compression: 2 },
  low: { quality: 3, compression: 6 },
  high: { quality: 8, compression: 1 },
}

/** How our server closes a screen's socket. */
const NOT_SIGNED_IN = 4401
const NO_SANDBOX = 4404
const LEASE_LOST = 4409

/**
 * One live screen: connects, notices a drop, comes back, and changes between looking and acting. The server lets
 * input through only on a connection that was opened with a valid lease; `viewOnly` here merely keeps keys at home.
 */
export class VncLink {
  readonly #options: VncOptions
  #viewer: RFB | undefined
  #lease: string | null = null
  #quality: Quality = 'auto'
  #tries = 0
  #timer: ReturnType<typeof setTimeout> | undefined
  #stable: ReturnType<typeof setTimeout> | undefined
  #ended = false
  #round = 0

  constructor(options: VncOptions) {
    this.#options = options
  }

  async connect(): Promise<void> {
    const round = ++this.#round
    clearTimeout(this.#timer)
    this.#drop()
    const { onState, url, stage } = this.#options
    onState(this.#tries ? 'reconnecting' : 'loading')
    try {
      const Viewer = await loadNoVnc()
      if (this.#ended || round !== this.#round) return
      onState(this.#tries ? 'reconnecting' : 'connecting')
      let code = 1006
      const socket = new WebSocket(url(this.#lease), ['binary'])
      socket.addEventListener('close', (event) => {
        code = event.code
      })
      const viewer = new Viewer(stage, socket as never, { shared: true })
      this.#viewer = viewer
      this.#arrange(viewer)
      viewer.addEventListener('connect', () => this.#onConnect(viewer))
      viewer.addEventListener('disconnect', () => viewer === this.#viewer && this.#onDrop(code))
      viewer.addEventListener('securityfailure', () => viewer === this.#viewer && this.#giveUp('failed'))
    } catch {
      this.#again()
    }
  }

  /** Another lease is another connection, since the server decides by it what may be written. */
  setLease(lease: string | null): void {
    if (lease === this.#lease) return
    this.#lease = lease
    this.retry()
  }

  setQuality(quality: Quality): void {
    this.#quality = quality
    if (this.#viewer) this.#arrange(this.#viewer)
  }

  /** Starts over, as if it were the first time. */
  retry(): void {
    this.#tries = 0
    if (!this.#ended) void this.connect()
  }

  sendKey(keysym: number, code: string | null, down?: boolean): void {
    if (this.#lease) this.#viewer?.sendKey(keysym, code as string, down)
  }

  focus(): void {
    this.#viewer?.focus()
  }

  end(): void {
    this.#ended = true
    clearTimeout(this.#timer)
    clearTimeout(this.#stable)
    this.#drop()
  }

  #arrange(viewer: RFB): void {
    viewer.viewOnly = this.#lease === null
    viewer.focusOnClick = this.#lease !== null
    viewer.scaleViewport = true
    // Another size would move what the agent is about to click.
    viewer.resizeSession = false
    viewer.background = 'transparent'
    viewer.qualityLevel = levels[this.#quality].quality
    viewer.compressionLevel = levels[this.#quality].compression
  }

  #onConnect(viewer: RFB): void {
    if (viewer !== this.#viewer) return
    this.#stable = setTimeout(() => {
      this.#tries = 0
    }, STABLE_MS)
    this.#arrange(viewer)
    this.#options.onFrozen(null)
    this.#options.onState(this.#lease === null ? 'view' : 'control')
    if (this.#lease !== null) viewer.focus()
  }

  #onDrop(code: number): void {
    clearTimeout(this.#stable)
    this.#freeze()
    this.#viewer = undefined
    if (this.#ended) return
    if (code === NO_SANDBOX) this.#giveUp('gone')
    else if (code === NOT_SIGNED_IN) this.#giveUp('signedOut')
    else {
      if (code === LEASE_LOST) this.#lease = null
      this.#again()
    }
  }

  #again(): void {
    if (this.#ended) return
    if (this.#tries >= TRIES) {
      this.#giveUp('failed')
      return
    }
    const wait = Math.min(FIRST_WAIT_MS * 2 ** this.#tries++, LONGEST_WAIT_MS) * (0.75 + Math.random() / 2)
    this.#options.onState('reconnecting')
    this.#timer = setTimeout(() => void this.connect(), wait)
  }

  #giveUp(state: VncState): void {
    this.#drop()
    this.#options.onState(state)
  }

  /** The last frame stays in sight while there is no live one. */
  #freeze(): void {
    const canvas = this.#options.stage.querySelector('canvas')
    if (canvas?.width) this.#options.onFrozen(canvas.toDataURL('image/jpeg', 0.7))
  }

  #drop(): void {
    const viewer = this.#viewer
    this.#viewer = undefined
    if (!viewer) return
    this.#freeze()
    viewer.disconnect()
    // The library takes its own elements away only when the socket has closed; two canvases would overlap till then.
    this.#options.stage.replaceChildren()
  }
}
