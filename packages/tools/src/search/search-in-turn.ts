import { searchProviders } from './index.ts'
import {
  type SearchContext,
  SearchFailed,
  type SearchHit,
  type SearchProvider,
  type SearchQuery,
} from './provider.ts'

/** All providers together may take this long, so that one silent service can't hold up the run. */
export const SEARCH_MS = 15_000

export interface SearchAnswer {
  engine: string
  hits: SearchHit[]
  /** what the providers before it said */
  failures: string[]
}

/** Asks the named providers in order until one answers. Throws SearchFailed with every reason when none does. */
export async function searchInTurn(
  names: readonly string[],
  query: SearchQuery,
  context: SearchContext,
  providers: readonly SearchProvider[] = searchProviders,
  totalMs = SEARCH_MS,
): Promise<SearchAnswer> {
  const failures: string[] = []
  const deadline = Date.now() + totalMs
  for (const [index, name] of names.entries()) {
    const provider = providers.find((one) => one.name === name)
    if (!provider) {
      failures.push(`${name}: no such provider`)
      continue
    }
    if (!provider.ready(context.values)) {
      failures.push(`${name}: ${provider.needs} is not set`)
      continue
    }
    // What is left is shared among those still to come, so that the last one has its turn too.
    const share = Math.max(1_000, (deadline - Date.now()) / (names.length - index))
    const turn = limited(context.signal, share)
    try {
      return {
        engine: name,
        hits: await untilAborted(provider.search(query, { ...context, signal: turn.signal }), turn.signal),
        failures,
      }
    } catch (error) {
      context.signal.throwIfAborted()
      failures.push(
        `${name}: ${turn.signal.aborted ? `no answer within ${Math.round(share / 1000)} s` : reason(error)}`,
      )
    }
  }
  throw new SearchFailed(failures.join('; '))
}

const reason = (error: unknown) => (error instanceof Error ? error.message : String(error))

function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason)
    signal.addEventListener('abort', stop, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop))
  })
}

/** Aborts with `outer` or after `ms`. Not AbortSignal.any with a timeout: Node 20 may collect it before it fires. */
function limited(outer: AbortSignal, ms: number) {
  const controller = new AbortController()
  const stop = () => controller.abort(outer.reason)
  if (outer.aborted) stop()
  outer.addEventListener('abort', stop, { once: true })
  const timer = setTimeout(() => controller.abort(new SearchFailed('no answer in time')), ms)
  return {
    signal: controller.signal,
    end() {
      clearTimeout(timer)
      outer.removeEventListener('abort', stop)
    },
  }
}
