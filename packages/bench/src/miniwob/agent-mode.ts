import { noChromium } from '@deskhand/browser/testing'
import { type ModelServer, modelServer } from '@deskhand/server/testing'
import { type Browser, chromium, type Page } from 'playwright-core'
import { type Bench, type BenchContext, type Metrics, metric } from '../bench.ts'
import { agentEpisode, type Played } from './agent-episode.ts'
import { agentTasks } from './agent-tasks.ts'
import { findPages, servePages } from './pages.ts'
import { shellLessTools } from './shell-less-tools.ts'

export interface AgentMode {
  /** names the model (API_BASE, API_KEY, MODEL_NAME …), the pages (MINIWOB_DIR) and the tasks (MINIWOB_TASKS) */
  env: NodeJS.ProcessEnv
  /** seeds 1 to this one are played */
  seeds: number
  /** of one episode; default four minutes */
  limitMs?: number
}

/** What must be set before the agent can play; undefined when all is. */
export function missingModel(env: NodeJS.ProcessEnv): string | undefined {
  const missing = ['API_BASE', 'MODEL_NAME'].filter((key) => !env[key]?.trim())
  if (missing.length === 0) return undefined
  return `--agent plays with your model: set ${missing.join(' and ')} (and API_KEY where the server wants one) in the environment, for example API_BASE=http://localhost:11434/v1 MODEL_NAME=qwen3:32b npm run bench -- miniwob --agent. Without --agent the scripted policies play.`
}

/** External tasks, played by the whole product with a real model. Figures are reported; none has a goal. */
export const miniwobByAgent = (mode: AgentMode): Bench => ({
  name: 'miniwob',
  async run(context) {
    const tasks = tasksOf(mode.env.MINIWOB_TASKS)
    if (noChromium) throw new Error(noChromium)
    const pages = await servePages(await findPages(mode.env.MINIWOB_DIR))
    let server: ModelServer | undefined
    let referee: Browser | undefined
    try {
      server = await modelServer(mode.env, shellLessTools)
      // The referee starts and scores the episodes; the agent has a connection of its own.
      referee = await chromium.connectOverCDP(server.chromium.url, { noDefaults: true })
      const stage = { server, referee, url: pages.url }
      return metricsOf(await playAll(stage, tasks, mode, context), tasks.length)
    } finally {
      await referee?.close()
      await server?.close()
      pages.stop()
    }
  },
})

interface Stage {
  server: ModelServer
  referee: Browser
  /** of the served pages */
  url: string
}

function tasksOf(only: string | undefined): string[] {
  if (!only) return [...agentTasks]
  const asked = only.split(',').map((name) => name.trim())
  const unknown = asked.filter((name) => !agentTasks.includes(name))
  if (unknown.length > 0)
    throw new Error(
      `MINIWOB_TASKS names ${unknown.join(', ')}, which the agent does not play. It plays: ${agentTasks.join(', ')}.`,
    )
  return asked
}

async function playAll(
  stage: Stage,
  tasks: readonly string[],
  { seeds, limitMs = 240_000 }: AgentMode,
  { say }: BenchContext,
): Promise<Played[]> {
  const all: Played[] = []
  for (const name of tasks) {
    const lost: string[] = []
    for (let seed = 1; seed <= seeds; seed++) {
      const played = await playOne(stage, name, { seed, limitMs })
      if (played.trouble) {
        // Hours of episodes are worth their figures, also when the model went away after them.
        if (all.length === 0) throw new Error(`The model does not work: ${played.trouble}`)
        say(`stopped at ${name}, seed ${seed}: the model does not work any more: ${played.trouble}`)
        return all
      }
      all.push(played)
      if (!played.won) lost.push(`seed ${seed}: ${played.how}`)
    }
    say(`${name} ${seeds - lost.length}/${seeds}${lost.length ? ` (${lost.join('; ')})` : ''}`)
  }
  return all
}

async function playOne(
  { server, referee, url }: Stage,
  name: string,
  about: { seed: number; limitMs: number },
): Promise<Played> {
  const page = await onlyPage(referee)
  await page.goto(`${url}/miniwob/${name}.html`)
  const run = await server.start()
  try {
    return await agentEpisode(page, run, about)
  } finally {
    await run.end()
  }
}

/** A new tab, and no other: an episode must not find what the one before left open. */
async function onlyPage(referee: Browser): Promise<Page> {
  const context = referee.contexts()[0]!
  const page = await context.newPage()
  for (const other of context.pages()) if (other !== page) await other.close()
  return page
}

function metricsOf(played: readonly Played[], tasks: number): Metrics {
  const used = played.flatMap(({ usage }) => (usage ? [usage] : []))
  const won = played.filter((one) => one.won).length
  return {
    miniwob_agent_tasks: { value: tasks, unit: 'tasks', n: played.length },
    miniwob_agent_episodes_won_percent: {
      value: Math.round((1000 * won) / played.length) / 10,
      unit: '%',
      n: played.length,
    },
    miniwob_agent_model_calls: metric(
      used.map(({ calls }) => calls),
      'calls/episode',
    ),
    miniwob_agent_tokens: metric(
      used.map(({ inputTokens, outputTokens }) => inputTokens + outputTokens),
      'tokens/episode',
    ),
  }
}
