/** Why work under way is to end now: the reason of an act's signal. */
export class Halted extends Error {
  readonly why: 'message' | 'stop' | 'pause' | 'takeover' | 'finish' | 'close'
  constructor(why: Halted['why']) {
    super(`Work was halted: ${why}`)
    this.name = 'Halted'
    this.why = why
  }
}

/** Resolves with the reason when the signal aborts; `stop` ends the listening. */
export function onHalt(signal: AbortSignal): { halted: Promise<Halted>; stop(): void } {
  let listen = () => {}
  const halted = new Promise<Halted>((resolve) => {
    listen = () => resolve(signal.reason instanceof Halted ? signal.reason : new Halted('stop'))
    if (signal.aborted) listen()
    else signal.addEventListener('abort', listen, { once: true })
  })
  return { halted, stop: () => signal.removeEventListener('abort', listen) }
}
