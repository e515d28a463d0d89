import type { GoldenTask } from '@deskhand/fake-llm'
import type { GoldenRun, GoldenServer } from './golden-server.ts'
import { restText } from './rest.ts'

/** How many runs of the long task outgrow: most models have more, and a run of that size would take minutes. */
const LONG_RUN_WINDOW = 32_768
const CURED_WINDOW = 16_384

/**
 * Plays a golden task against a persona through the whole server. Answers what is not as it should be; empty: passed.
 * A persona that cuts requests to a tiny window is to be found out within two calls, and the run goes on when that
 * is mended.
 */
export async function personaCourse(
  golden: GoldenServer,
  persona: string,
  task: GoldenTask,
): Promise<string[]> {
  if (persona === 'ollama-4k') return curedCourse(golden, task)
  const long = task.id === 'long-run'
  const run = await golden.start({
    persona,
    ...(long && { window: LONG_RUN_WINDOW, contextWindow: LONG_RUN_WINDOW }),
  })
  try {
    const rest = await run.play(task)
    const wrong = rest.outcome === 'ok' ? [] : [`ends as ${restText(rest)}: ${rest.text}`]
    return [...wrong, ...run.faults(task), ...(long ? shortened(run) : [])]
  } finally {
    await run.end()
  }
}

async function curedCourse(golden: GoldenServer, task: GoldenTask): Promise<string[]> {
  const run = await golden.start({ persona: 'ollama-4k' })
  try {
    const rest = await run.play(task)
    const wrong: string[] = []
    if (restText(rest) !== 'paused (model_config)') wrong.push(`rests as ${restText(rest)}`)
    if (run.llm.journal.count > 2) wrong.push(`${run.llm.journal.count} calls before it rests`)
    if (!/4,096/.test(rest.text ?? '')) wrong.push(`the size is not named: ${rest.text}`)
    if (!/num_ctx/.test(rest.text ?? '')) wrong.push(`the cure is not named: ${rest.text}`)
    if (wrong.length > 0) return wrong
    run.llm.setWindow(CURED_WINDOW)
    const end = await run.goOn('resume')
    if (end.outcome !== 'ok') wrong.push(`ends as ${restText(end)}: ${end.text}`)
    return [...wrong, ...run.faults(task), ...(task.id === 'long-run' ? shortened(run) : [])]
  } finally {
    await run.end()
  }
}

const shortened = (run: GoldenRun): string[] =>
  run.all('context.cut').length > 0 ? [] : ['the thread was never made shorter']
