/**
 * Of all hidden tabs one keeps its stream, so that it can tell about finished work; a browser allows six connections
 * to a plain http origin, and hidden tabs must not use them up. Works without locks, which need a secure origin.
 */
export interface Keeper {
  /** Resolves to whether this tab shall keep its stream while hidden. */
  claim(): Promise<boolean>
  release(): void
}

type Word = { kind: 'who' | 'taken' | 'me'; id: number }

const ANSWER_MS = 200

export function createKeeper(channel: BroadcastChannel, id: number): Keeper {
  let keeps = false
  let heard = false
  channel.onmessage = ({ data }: MessageEvent<Word>) => {
    if (data.kind === 'who' && keeps) channel.postMessage({ kind: 'taken', id } satisfies Word)
    if (data.kind === 'taken') heard = true
    // Two that asked at the same moment both hear silence; then the smaller id stays.
    if (data.kind === 'me' && keeps && data.id < id) keeps = false
  }
  return {
    async claim() {
      if (keeps) return true
      heard = false
      channel.postMessage({ kind: 'who', id } satisfies Word)
      await new Promise((resolve) => setTimeout(resolve, ANSWER_MS))
      keeps = !heard
      if (keeps) channel.postMessage({ kind: 'me', id } satisfies Word)
      return keeps
    },
    release() {
      keeps = false
    },
  }
}
