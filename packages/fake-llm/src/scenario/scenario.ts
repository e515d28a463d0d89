import type { z } from 'zod'
import type { Pace } from '../chat-reply.ts'
import type { FaultSpec } from '../faults/index.ts'
import { type Capture, type ReplySpec, ScenarioFile, type When } from './schema.ts'

export interface Scenario {
  id: string
  title: string
  persona?: string
  match?: string
  place: 'first' | 'last'
  rules: Rule[]
}
export interface Rule {
  scenario: string
  name: string
  when: When
  captures: Record<string, Capture>
  reply: ReplySpec
  pace: Partial<Pace>
  faults: FaultSpec[]
}

/** A scenario out of its file's content. Throws a sentence that names the file and what is wrong in it. */
export function readScenario(content: unknown, file = 'scenario'): Scenario {
  const parsed = ScenarioFile.safeParse(content)
  if (!parsed.success) throw new Error(`${file} is no scenario: ${problems(parsed.error)}`)
  const { id, title, persona, match, place, rules } = parsed.data
  const scenario: Scenario = { id, title, persona, match: match?.request, place, rules: [] }
  for (const [index, rule] of rules.entries()) {
    const captures = { ...parsed.data.let, ...rule.let }
    const name = rule.name ?? `rule ${index + 1}`
    const shared = { scenario: id, pace: parsed.data.stream ?? {} }
    if (rule.reply) {
      scenario.rules.push({
        ...shared,
        name,
        when: rule.when,
        captures,
        reply: rule.reply,
        faults: rule.faults ?? [],
      })
      continue
    }
    for (const [nth, { let: own, faults, ...reply }] of (rule.replies ?? []).entries())
      scenario.rules.push({
        ...shared,
        name: `${name}, reply ${nth + 1}`,
        when: { ...rule.when, progress: nth + 1 },
        captures: { ...captures, ...own },
        reply,
        faults: faults ?? [],
      })
  }
  checkPatterns(scenario, file)
  return scenario
}

function problems(error: z.ZodError): string {
  return error.issues.map((issue) => `${issue.path.join('.') || 'file'}: ${issue.message}`).join('; ')
}

// Templates inside patterns are filled at match time; a plain word stands in for them here.
function checkPatterns(scenario: Scenario, file: string): void {
  const patterns = scenario.rules.flatMap(({ when, captures }) => [
    when.request,
    when.step,
    when.interrupt,
    when.lastTool?.contains,
    when.lastTool?.lacks,
    ...[when.has, when.hasNot, when.done, when.notDone].flat(),
    ...Object.values(captures).flatMap((capture) => ('find' in capture ? [capture.find] : [])),
  ])
  for (const pattern of [scenario.match, ...patterns]) {
    if (pattern === undefined) continue
    try {
      new RegExp(pattern.replace(/\{\{.*?\}\}/g, 'x'), 'imu')
    } catch (cause) {
      throw new Error(`${file}: /${pattern}/ is no regular expression: ${(cause as Error).message}`, {
        cause,
      })
    }
  }
}
