import type { Core } from '../run/core.ts'
import type { CallState, StepState } from '../state/session-state.ts'
import { readArguments } from '../turn/repair-arguments.ts'

const MOST_LINES = 15

/** What a step that is cut off has done, put together by code: it exists also when no model answers. */
export function partialReport(core: Core<unknown>, step: StepState, browser?: string): string {
  const calls = step.calls
    .flatMap((id) => core.state.calls.get(id) ?? [])
    .filter(({ result }) => result?.work)
  const shown = calls.slice(-MOST_LINES)
  const lines = shown.map((call) => `- ${describe(core, call)}: ${call.result?.outcome}`)
  if (calls.length > shown.length) lines.unshift(`(${calls.length - shown.length} earlier calls left out)`)
  if (lines.length === 0) lines.push('Nothing had been done in it.')
  const paths = [...new Set(calls.flatMap(touched))]
  if (paths.length > 0) lines.push(`files touched: ${paths.join(', ')}`)
  if (browser) lines.push(`browser: ${browser.split('\n').join('; ')}`)
  return lines.join('\n')
}

function describe(core: Core<unknown>, call: CallState): string {
  const tool = core.tools.get(call.name)?.work
  const read = readArguments(call.arguments)
  const args = tool && read.ok ? tool.params.safeParse(read.value) : undefined
  return tool && args?.success ? `${call.name} (${tool.title(args.data)})` : call.name
}

function touched(call: CallState): string[] {
  const read = readArguments(call.arguments)
  const path = read.ok && call.result?.changesWorld ? read.value.path : undefined
  return typeof path === 'string' ? [path] : []
}

/** As partialReport, with where the browser stands; silent when nobody can say. */
export async function partialReportNow(core: Core<unknown>, step: StepState): Promise<string> {
  return partialReport(core, step, await browserNow(core))
}

const MOST_WAIT_MS = 2_000

/**
 * The browser's tabs, or nothing when there is none or it does not answer. Within a step the computer is looked for
 * also after the server was started anew, for a short while.
 */
export async function browserNow(core: Core<unknown>): Promise<string | undefined> {
  const { surroundings, clock } = core.deps
  const end = new AbortController()
  const look = async () => {
    if (surroundings.current() === undefined) {
      if (!core.state.run?.current) return undefined
      await surroundings.enter(end.signal)
    }
    return surroundings.browserState()
  }
  // Only a help for the model: work goes on without it, and a sandbox that is gone shows at the next call.
  const late = clock.sleep(MOST_WAIT_MS, end.signal).catch(() => undefined)
  try {
    const state = (await Promise.race([look().catch(() => undefined), late])) ?? undefined
    // Titles are the pages' words; none of them may end the tag that they are told in, or open another.
    return state?.replaceAll('<', '‹').replaceAll('>', '›')
  } finally {
    end.abort()
  }
}
