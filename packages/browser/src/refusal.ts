/** A failure with a code and a sentence that says what to do next; it ends in a BrowserResult, never outside. */
export class Refusal extends Error {
  readonly code: string
  readonly outcome: 'failed' | 'timeout' | 'unknown'
  constructor(code: string, message: string, outcome: 'failed' | 'timeout' | 'unknown' = 'failed') {
    super(message)
    this.name = 'Refusal'
    this.code = code
    this.outcome = outcome
  }
}

/** The connection or the tab went away under a call. */
export class Gone extends Error {
  override name = 'Gone'
  readonly what: 'browser' | 'tab' | 'frame'
  constructor(what: 'browser' | 'tab' | 'frame', message: string) {
    super(message)
    this.what = what
  }
}

/** A dialog of the page opened (or is open): everything that needs the page waits behind it. */
export class DialogInTheWay extends Error {
  override name = 'DialogInTheWay'
}
