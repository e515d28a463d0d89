import type { HealthBody } from '@deskhand/protocol/http'

type Docker = HealthBody['docker']
const freshMs = 5000
const patienceMs = 3000

/** Whether the engine answers, asked at most every few seconds: compose and pages ask often. */
export function engineHealth(version: () => Promise<string>, now: () => number): () => Promise<Docker> {
  let last: { at: number; answer: Promise<Docker> } | undefined
  return () => {
    if (last === undefined || now() - last.at > freshMs) last = { at: now(), answer: ask(version) }
    return last.answer
  }
}

async function ask(version: () => Promise<string>): Promise<Docker> {
  let timer: NodeJS.Timeout | undefined
  const silent = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('The Docker engine does not answer.')), patienceMs)
  })
  try {
    return { ok: true, version: await Promise.race([version(), silent]) }
  } catch (error) {
    return { ok: false, error: (error as Error).message }
  } finally {
    clearTimeout(timer)
  }
}
