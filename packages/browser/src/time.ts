/** Waits `ms`; an aborted signal ends it with its reason. */
export function pause(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((done, fail) => {
    if (signal?.aborted) {
      fail(signal.reason)
      return
    }
    const onAbort = () => {
      clearTimeout(timer)
      fail(signal!.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', onAbort)
      done()
    }, ms)
    signal?.addEventListener('abort', onAbort, { once: true })
  })
}

/** Polls `look` until it answers something or the time is over. */
export async function until<T>(
  look: () => T | undefined | Promise<T | undefined>,
  ms: number,
  every = 40,
  signal?: AbortSignal,
): Promise<T | undefined> {
  const end = Date.now() + ms
  for (;;) {
    const found = await look()
    if (found !== undefined) return found
    if (Date.now() >= end) return undefined
    await pause(Math.min(every, Math.max(1, end - Date.now())), signal)
  }
}

/** Runs `work` with a signal that is aborted by `signal`, or after `ms`; rejects then, whatever `work` does. */
export async function within<T>(
  ms: number,
  signal: AbortSignal,
  work: (limit: AbortSignal) => Promise<T>,
): Promise<T> {
  signal.throwIfAborted()
  // Node 20 may collect AbortSignal.any together with AbortSignal.timeout, and then it never fires.
  const own = new AbortController()
  const stop = () => own.abort(signal.reason)
  signal.addEventListener('abort', stop, { once: true })
  const timer = setTimeout(() => own.abort(new Error(`no answer within ${ms / 1000} s`)), ms)
  const ended = new Promise<never>((_, fail) =>
    own.signal.addEventListener('abort', () => fail(own.signal.reason), { once: true }),
  )
  const result = work(own.signal)
  result.catch(() => undefined)
  try {
    return await Promise.race([result, ended])
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', stop)
  }
}
