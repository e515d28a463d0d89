import type { SandboxClock } from '../clock.ts'
import { sleep } from '../clock.ts'
import { type LiveSandbox, SandboxBootError, type SandboxRecord } from '../host.ts'
import { type Engine, EngineError } from '../hosts/engine.ts'
import { SandboxError } from '../sandbox.ts'

export interface BootOptions {
  clock: SandboxClock
  seconds: number
  signal: AbortSignal
  onProgress?: (progress: { phase: string; text: string; percent?: number }) => void
}

/** Starts a created or stopped container and waits until it is ready and walled. Throws SandboxBootError. */
export async function boot(
  engine: Engine,
  record: SandboxRecord,
  options: BootOptions,
): Promise<LiveSandbox> {
  const limit = new AbortController()
  const forget = options.clock.after(options.seconds * 1000, () => limit.abort(new BootTimeout()))
  const signal = AbortSignal.any([limit.signal, options.signal])
  options.onProgress?.({ phase: 'start', text: 'Starting the computer', percent: 20 })
  try {
    const { sandbox, walled } = await abortable(engine.start(record), signal)
    options.onProgress?.({ phase: 'boot', text: 'Starting display and browser', percent: 50 })
    const ready = untilReady(engine, record, sandbox, { clock: options.clock, signal })
    await abortable(Promise.all([walled, ready]), signal)
    return sandbox
  } catch (error) {
    throw await explain(engine, record, error, options)
  } finally {
    forget()
    // Whoever lost the race above still waits on the signal: it ends with the boot.
    limit.abort(new BootTimeout())
  }
}

class BootTimeout extends Error {}
class Exited extends Error {}

async function untilReady(
  engine: Engine,
  record: SandboxRecord,
  sandbox: LiveSandbox,
  { clock, signal }: { clock: SandboxClock; signal: AbortSignal },
): Promise<void> {
  const began = clock.now()
  for (let round = 1; ; round++) {
    signal.throwIfAborted()
    const health = await sandbox.health({ signal, waitSeconds: 1 }).catch((error: unknown) => {
      if (error instanceof SandboxError && error.code !== 'API_MISMATCH') return undefined
      throw error
    })
    if (health?.ready) return
    if (round % 20 === 0 && (await engine.inspect(record)).state !== 'running') throw new Exited()
    await sleep(clock, clock.now() - began < 3000 ? 15 : 200, signal)
  }
}

async function explain(
  engine: Engine,
  record: SandboxRecord,
  error: unknown,
  options: BootOptions,
): Promise<unknown> {
  if (options.signal.aborted) return options.signal.reason
  if (error instanceof SandboxError && error.code === 'API_MISMATCH') return error
  if (error instanceof EngineError && error.code === 'NO_CONTAINER') return error
  const log = await engine.log(record).catch(() => '')
  const facts = await engine.inspect(record).catch(() => undefined)
  if (error instanceof EngineError)
    return new SandboxBootError('engine', error.message, log, { cause: error })
  if (facts?.outOfMemory)
    return new SandboxBootError(
      'out_of_memory',
      'The sandbox ran out of memory while it started. Give it more with SANDBOX_MEMORY_MB.',
      log,
      { cause: error },
    )
  if (error instanceof BootTimeout)
    return new SandboxBootError(
      'timeout',
      `The sandbox was not ready within ${options.seconds} seconds. Try again, or allow more with SANDBOX_BOOT_SECONDS.`,
      log,
      { cause: error },
    )
  if (error instanceof Exited)
    return new SandboxBootError(
      'failed',
      `The sandbox ended while it started (exit code ${facts?.exitCode ?? 'unknown'}).`,
      log,
      { cause: error },
    )
  const text = error instanceof Error ? error.message : String(error)
  return new SandboxBootError('failed', `The sandbox could not be started: ${text}`, log, { cause: error })
}

/** The promise, or the signal's reason as soon as it is aborted. */
export function abortable<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return work
  return new Promise((resolve, reject) => {
    const aborted = () => reject(signal.reason)
    signal.addEventListener('abort', aborted, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', aborted))
    if (signal.aborted) aborted()
  })
}
