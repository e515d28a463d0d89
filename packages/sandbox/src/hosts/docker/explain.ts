import { EngineError } from '../engine.ts'

const MEANINGS: [pattern: RegExp, code: string, text: string][] = [
  [
    /no space left on device|disk quota exceeded/i,
    'DISK_FULL',
    'The disk of the Docker engine is full. Free some space (docker system df shows what takes it), then try again.',
  ],
  [
    /no such image/i,
    'NO_IMAGE',
    'The sandbox image is not there. It is built or pulled when the server starts; npm run doctor says how that went.',
  ],
  [/no such container/i, 'NO_CONTAINER', 'The engine does not know this container any more.'],
  [
    /could not find an available.*(address pool|subnet)|non-overlapping/i,
    'FAILED',
    'Docker has no free address range for another network. Remove networks that nobody uses (docker network prune), then try again.',
  ],
  [
    /unknown or invalid runtime|runtime .*not found/i,
    'FAILED',
    'The engine does not have the runtime that SANDBOX_RUNTIME names.',
  ],
  [/minimum memory limit/i, 'FAILED', 'SANDBOX_MEMORY_MB is less than the engine allows.'],
  [
    /cannot allocate memory|out of memory/i,
    'FAILED',
    'The machine has too little memory left for another sandbox.',
  ],
]
const SILENT = new Set(['ECONNREFUSED', 'ENOENT', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH'])

/** The engine's own words as an EngineError: a sentence a person can act on, with the original as cause. */
export function explain(error: unknown, doing: string): EngineError {
  if (error instanceof EngineError) return error
  const { message = String(error), code } = error as NodeJS.ErrnoException
  if (code === 'EACCES')
    return new EngineError(
      'NO_ACCESS',
      'The Docker socket may not be opened by this user. Add the user to the group that owns it.',
      { cause: error },
    )
  if (code !== undefined && SILENT.has(code))
    return new EngineError('UNREACHABLE', `The Docker engine does not answer (${code}). Is it running?`, {
      cause: error,
    })
  const known = MEANINGS.find(([pattern]) => pattern.test(message))
  if (known) return new EngineError(known[1], known[2], { cause: error })
  return new EngineError('FAILED', `The Docker engine could not ${doing}: ${message}`, { cause: error })
}

export const statusOf = (error: unknown) => (error as { statusCode?: number } | undefined)?.statusCode
