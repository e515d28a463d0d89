import type { FakeReply } from '../chat-reply.ts'
import type { RequestView } from '../view/request-view.ts'
import { NothingCaptured } from './fill.ts'
import { makeReply } from './make-reply.ts'
import { missesOf } from './match-rule.ts'
import type { Rule, Scenario } from './scenario.ts'

export type Decision =
  | { matched: true; rule: Rule; reply: FakeReply }
  | { matched: false; scenario?: string; nearest: NearRule[] }
export interface NearRule {
  scenario: string
  rule: string
  /** what did not hold */
  misses: string[]
}

/** The first rule that matches. A pure function: the same view and scenarios give the same decision. */
export function decide(scenarios: readonly Scenario[], view: RequestView): Decision {
  const scenario = scenarioFor(scenarios, view)
  const near: NearRule[] = []
  for (const rule of rulesFor(scenarios, scenario)) {
    const misses = missesOf(rule, view)
    if (misses.length === 0) {
      try {
        return { matched: true, rule, reply: makeReply(rule, view) }
      } catch (error) {
        if (!(error instanceof NothingCaptured)) throw error
        misses.push(error.message)
      }
    }
    near.push({ scenario: rule.scenario, rule: rule.name, misses })
  }
  near.sort((a, b) => distance(a) - distance(b))
  return { matched: false, scenario: scenario?.id, nearest: near.slice(0, 5) }
}

// A rule for another role is further away than one that misses several things in its own; one that only found nothing
// to fill in is nearest.
const distance = ({ misses }: NearRule) =>
  misses.reduce((sum, miss) => sum + (miss.startsWith('role:') ? 100 : miss.startsWith('{{') ? 0.5 : 1), 0)

/**
 * The scenario whose pattern stands last in what the person asked for: a session may have asked for other things
 * before. Of two that hit at one place the earlier file wins.
 */
function scenarioFor(scenarios: readonly Scenario[], view: RequestView): Scenario | undefined {
  let best: { at: number; scenario: Scenario } | undefined
  for (const scenario of scenarios) {
    if (scenario.match === undefined) continue
    const at = [...view.request.matchAll(new RegExp(scenario.match, 'gimu'))].at(-1)?.index
    if (at !== undefined && (!best || at > best.at)) best = { at, scenario }
  }
  return best?.scenario
}

function rulesFor(scenarios: readonly Scenario[], chosen: Scenario | undefined): Rule[] {
  const shared = scenarios.filter((scenario) => scenario.match === undefined)
  return [
    ...shared.filter((scenario) => scenario.place === 'first'),
    ...(chosen ? [chosen] : []),
    ...shared.filter((scenario) => scenario.place === 'last'),
  ].flatMap((scenario) => scenario.rules)
}
