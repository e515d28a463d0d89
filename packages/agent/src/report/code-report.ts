import type { Core } from '../run/core.ts'
import { words } from '../run/words.ts'
import { runSteps, type StepState } from '../state/session-state.ts'
import { openIssues } from './run-outcome.ts'

/** What was done and what was not, by the log alone. */
export function codeReport(core: Core<unknown>, opening: string): string {
  const say = words(core)
  const steps = runSteps(core.state)
  const done = steps.filter(({ status }) => status === 'done')
  const rest = steps.filter(({ status }) => status !== 'done')
  const files = steps.flatMap(({ close }) => close?.artifacts ?? [])
  const parts = [opening]
  if (done.length > 0) parts.push(`${say.doneHeading}\n${done.map(line).join('\n')}`)
  if (rest.length > 0) parts.push(`${say.notDoneHeading}\n${rest.map(line).join('\n')}`)
  if (files.length > 0) parts.push(`${say.filesHeading}\n${files.map(({ path }) => `- ${path}`).join('\n')}`)
  if (done.length === 0 && steps.length > 0) parts.push(say.nothingDone)
  return parts.join('\n\n')
}

const line = ({ title, summary }: StepState) => {
  const first = summary?.split('\n', 1)[0]?.slice(0, 200)
  return `- ${title}${first ? `: ${first}` : ''}`
}

/**
 * The report with a plain list under it of what failed, could not be verified or is missing, where its text does not
 * say so itself, and of files it names that nobody made.
 */
export function honestReport(core: Core<unknown>, text: string): string {
  const say = words(core)
  const { failed, unverified, missing } = openIssues(runSteps(core.state))
  const unsaid = failed.filter((step) => !mentions(text, step)).map(line)
  const unsure = unverified
    .filter((step) => !mentions(text, step) || !/verif|uncertain|unsure|未经|未核|不确定/i.test(text))
    .map(({ title }) => `- ${title}: ${say.unverified}`)
  const files = [...missing, ...inventedFiles(core, text)].map((path) => `- ${path}: ${say.missingFile}`)
  const lines = [...unsaid, ...unsure, ...files]
  return lines.length === 0 ? text : `${text.trimEnd()}\n\n${say.notClaimed}\n${lines.join('\n')}`
}

const failureWords =
  /fail|not (done|finished|possible|complete|able|reach)|could ?n[o']t|unable|skipp|incomplete|missing|失败|未能|无法|没有完成|未完成|跳过|不可用/i

// A step is spoken of when its title stands there, or most of its longer words, beside a word of failure.
function mentions(text: string, { title }: StepState): boolean {
  const low = text.toLowerCase()
  if (!failureWords.test(text) && !/verif|uncertain|unsure|未经|未核|不确定/i.test(text)) return false
  if (low.includes(title.toLowerCase())) return true
  const long = title.toLowerCase().match(/\p{Script=Han}{2}|[\p{L}\d]{5,}/gu) ?? []
  const hits = long.filter((word) => low.includes(word)).length
  return long.length > 0 && hits / long.length >= 0.6
}

/** Workspace paths in the text that no artifact and no result of this run ever named. */
function inventedFiles(core: Core<unknown>, text: string): string[] {
  const named = new Set(text.match(/\/workspace\/[\w./-]+\.\w{1,8}/g) ?? [])
  const known = new Set([
    ...core.state.artifacts.keys(),
    ...runSteps(core.state).flatMap(({ close }) => close?.artifacts?.map(({ path }) => path) ?? []),
  ])
  const seen = [...core.state.calls.values()].filter(
    ({ stepId }) => stepId && core.state.steps.get(stepId)?.runId === core.state.run?.id,
  )
  const ledger = runSteps(core.state)
    .map(({ summary, close }) => [summary, ...(close?.facts ?? [])].join('\n'))
    .join('\n')
  return [...named].filter((path) => {
    if (known.has(path)) return false
    const short = path.replace('/workspace/', '')
    const touched = seen.some(
      ({ arguments: args, result }) =>
        result?.outcome === 'ok' && (args.includes(short) || result.content.includes(short)),
    )
    return !touched && !ledger.includes(path)
  })
}
