import { BrowserSession } from '@deskhand/browser'
import { folderHome, noChromium, startChromium } from '@deskhand/browser/testing'
import { chromium, type Page } from 'playwright-core'
import { type Bench, type Metrics, median } from './bench.ts'
import { Hands } from './miniwob/hands.ts'
import { findPages, servePages } from './miniwob/pages.ts'
import { policies } from './miniwob/policies/index.ts'
import { startEpisode } from './miniwob/start-episode.ts'

const seeds = [1, 2, 3, 4, 5]
const limitMs = 45_000

/** External tasks, played by scripted policies through the tool calls that a model would make. */
export const miniwob: Bench = {
  name: 'miniwob',
  async run({ say }): Promise<Metrics> {
    if (noChromium) throw new Error(noChromium)
    const folder = await findPages(process.env.MINIWOB_DIR)
    const only = process.env.MINIWOB_TASKS?.split(',')
    const server = await servePages(folder)
    const browser = await startChromium()
    const home = await folderHome(browser.url)
    const session = await BrowserSession.connect(home, { pictures: false })
    // The referee starts and scores the episodes; the policies never touch it.
    const referee = await chromium.connectOverCDP(browser.url, { noDefaults: true })
    const page = referee.contexts()[0]!.pages()[0]!
    const looks: number[] = []
    let [won, played] = [0, 0]
    const tasks = Object.keys(policies).filter((name) => !only || only.includes(name))
    try {
      for (const name of tasks) {
        const lost: string[] = []
        await page.goto(`${server.url}/miniwob/${name}.html`)
        for (const seed of seeds) {
          played++
          const result = await episode(page, session, name, seed, looks)
          if (result === 'won') won++
          else lost.push(`seed ${seed}: ${result}`)
        }
        say(`${name} ${seeds.length - lost.length}/${seeds.length}${lost.length ? ` (${lost[0]})` : ''}`)
      }
    } finally {
      await session.close()
      await referee.close()
      await browser.stop()
      await home.remove()
      server.stop()
    }
    return {
      miniwob_tasks: { value: tasks.length, unit: 'tasks', n: played, goal: 80 },
      miniwob_episodes_won_percent: {
        value: Math.round((1000 * won) / played) / 10,
        unit: '%',
        n: played,
        goal: 97,
      },
      observe_median_ms: {
        value: Math.round(median(looks) * 10) / 10,
        unit: 'ms',
        n: looks.length,
        goal: 25,
      },
    }
  },
}

async function episode(
  page: Page,
  session: BrowserSession,
  name: string,
  seed: number,
  looks: number[],
): Promise<string> {
  const goal = await startEpisode(page, seed)
  const timer = new AbortController()
  const limit = setTimeout(() => timer.abort(), limitMs)
  let wrong = ''
  try {
    const stopped = new Promise<never>((_, fail) =>
      timer.signal.addEventListener('abort', () => fail(new Error('out of time'))),
    )
    await Promise.race([policies[name]!(new Hands(goal, session, looks)), stopped])
  } catch (error) {
    wrong = error instanceof Error ? error.message.split('\n')[0]! : String(error)
  } finally {
    clearTimeout(limit)
  }
  const score = await page.waitForFunction('window.WOB_DONE_GLOBAL', undefined, { timeout: 1500 }).then(
    () => page.evaluate('window.WOB_RAW_REWARD_GLOBAL'),
    () => undefined,
  )
  if (score === 1) return 'won'
  await page.evaluate('core.endEpisode(0)').catch(() => undefined)
  return wrong || (score === undefined ? `not finished ("${goal}")` : `scored ${score} ("${goal}")`)
}
