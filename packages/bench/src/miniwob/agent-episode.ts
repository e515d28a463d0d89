import type { Usage } from '@deskhand/protocol'
import { type ModelRun, type Rest, restText } from '@deskhand/server/testing'
import type { Page } from 'playwright-core'
import { startEpisode } from './start-episode.ts'

export interface Played {
  won: boolean
  /** how it went, for a person */
  how: string
  usage: Usage | undefined
  /** why the model does not work at all; no episode after this one would go better */
  trouble?: string
}

/** One episode by the whole product: the goal is a message, and the page's own score decides. */
export async function agentEpisode(
  page: Page,
  run: ModelRun,
  { seed, limitMs }: { seed: number; limitMs: number },
): Promise<Played> {
  const goal = await startEpisode(page, seed)
  // A page that was loaded anew begins another episode than this one: its score does not count.
  await page.evaluate(`window.benchSeed = ${seed}`)
  const scored = page
    .waitForFunction(
      'window.benchSeed !== undefined && WOB_DONE_GLOBAL && [WOB_RAW_REWARD_GLOBAL]',
      undefined,
      {
        timeout: limitMs,
        polling: 100,
      },
    )
    .then(async (found) => ((await found.jsonValue()) as [number])[0])
    .catch(() => undefined)
  const rested = run.say(`On the open page: ${goal}`)
  // Where the page is closed or its time is over, `scored` ends without a score.
  const first = await Promise.race([rested, scored])
  const score = typeof first === 'object' ? await scoreNow(page) : first
  const rest = typeof first === 'object' ? first : undefined
  if (rest?.status !== 'idle') await run.stop()
  await rested
  return {
    won: score === 1,
    how: `${score === undefined ? 'not finished' : `scored ${score}`}, ${rest ? restText(rest) : 'stopped'} ("${goal}")`,
    usage: run.usage(),
    ...(rest && troubleOf(rest)),
  }
}

const scoreNow = (page: Page) =>
  page
    .evaluate('window.benchSeed !== undefined && WOB_DONE_GLOBAL ? WOB_RAW_REWARD_GLOBAL : undefined')
    .then((score) => score as number | undefined)
    .catch(() => undefined)

function troubleOf({ status, reason = '', text }: Rest): { trouble: string } | undefined {
  if (status !== 'paused' || !reason.startsWith('model_')) return undefined
  return { trouble: text ?? reason }
}
