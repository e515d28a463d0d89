import { ModelError, type ToolCall } from '@deskhand/llm'
import type { ScriptedCall, ScriptedReply } from '@deskhand/llm/testing'
import { Crash } from './memory-log.ts'
import { type Stage, stage } from './stage.ts'

/** The same sequence for the same seed. */
export function random(seed: number) {
  let state = seed * 2654435761 + 1
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
  const below = (n: number) => Math.floor(next() * n)
  return {
    below,
    chance: (share: number) => next() < share,
    pick: <T>(list: readonly T[]): T => list[below(list.length)]!,
  }
}
type Random = ReturnType<typeof random>

const names = [
  'file_write',
  'file_read',
  'shell_exec',
  'browser_click',
  'browser_view',
  'message_notify',
  'message_ask',
  'step_done',
  'web_search',
  'no such tool!',
  '',
]
const ids = ['', 'call_0', 'call_0', 'ünïcode', 'x'.repeat(60), 'ok-1', undefined, undefined, undefined]
const args = [
  '{"path":"a","content":"b"}',
  '{"path":"a","content":"b',
  '',
  'not json',
  '[1,2]',
  '```json\n{"path":"a"}\n```',
  "{'path': 'a'}",
  '{"query":"x","text":"y","target":"Buy it","command":"exit 1","status":"done","summary":"s"}',
  '{"query":"x","text":"y","target":"go on","command":"print 9000","status":"done","summary":"s"}',
  '{"text":"\\ud800 half","status":"failed","summary":"\\u0000"}',
]

function call({ pick }: Random): ScriptedCall {
  const id = pick(ids)
  return { name: pick(names), arguments: pick(args), ...(id !== undefined && { id }) }
}

function executorReply(dice: Random): ScriptedReply {
  if (dice.chance(0.03))
    return {
      error: new ModelError(
        dice.pick(['overflow', 'empty', 'network', 'content_filter', 'auth']),
        'It failed.',
      ),
    }
  const text = dice.pick(['', '', 'prose', '\ud800', '<think>x</think>'])
  if (dice.chance(0.15)) return { text }
  const calls = Array.from({ length: 1 + dice.below(3) }, () => call(dice))
  return { text, calls, ...(dice.chance(0.1) && { finish: 'length' as const }) }
}

function plannerReply(dice: Random): ScriptedReply {
  if (dice.chance(0.05))
    return { text: dice.pick(['', 'just prose', '```json\n{"decision":"continue"}\n```']) }
  if (dice.chance(0.05)) return { calls: [call(dice), call(dice)] }
  const decision = dice.pick([
    'plan',
    'plan',
    'plan',
    'continue',
    'continue',
    'answer',
    'ask',
    'give_up',
    'stop',
    undefined,
  ])
  const steps = Array.from({ length: dice.below(4) }, () => {
    const title = dice.pick(['A', 'B', 'C', 'D'])
    return dice.pick([
      title,
      { title, goal: `Do ${title}`, carry: dice.chance(0.4) },
      { title, goal: title, expect: { file: 'a' } },
      null,
    ])
  })
  return {
    calls: [
      { name: 'submit_plan', arguments: { decision, message: dice.pick(['Well.', undefined]), steps } },
    ],
  }
}

type Doing = 'say' | 'steer' | 'queue' | 'stop' | 'pause' | 'takeover' | 'finish' | 'crash'
const doings: readonly Doing[] = [
  'say',
  'say',
  'steer',
  'queue',
  'stop',
  'pause',
  'takeover',
  'finish',
  'crash',
  'crash',
]

/**
 * One random course of a session: a model that answers anything, a person who interrupts anywhere, a server that
 * dies anywhere and may lose its newest entries. Answers when everything rests.
 */
export async function randomHistory(seed: number): Promise<{ on: Stage; lost: number }> {
  let lost = 0
  const dice = random(seed)
  const on = stage(
    {
      planner: () => plannerReply(dice),
      executor: () => executorReply(dice),
      reporter: () =>
        dice.chance(0.1) ? { error: new ModelError('server', 'No.') } : { text: dice.pick(['Report.', '']) },
      summarizer: () => ({ text: 'summary' }),
    },
    {
      settings: { stepMaxCalls: 5, runMaxCalls: 16 },
      info: { contextWindow: dice.pick([128_000, 9_000]), images: dice.chance(0.5) },
    },
  )
  const act = (doing: Doing) => perform(on, dice, doing)
  const plan = Array.from({ length: 1 + dice.below(3) }, () => ({
    pos: 3 + dice.below(70),
    doing: dice.pick(doings),
  }))
  const watch = () => {
    const commit = on.log.onCommit
    on.log.onCommit = (entry) => {
      commit?.(entry)
      for (const { doing } of plan.filter(({ pos }) => pos === entry.pos)) {
        if (doing === 'crash') kill(on)
        queueMicrotask(() => act(doing))
      }
    }
  }
  watch()
  for (let round = 0; round < 6; round++) {
    attempt(() => toRest(on, dice, round))
    await on.agent.settled()
    if (on.log.dead) {
      const tail = dice.chance(0.5) ? 0 : dice.below(6)
      lost += tail
      await on.restart(tail)
      plan.length = 0
    }
  }
  return { on, lost }
}

function kill(on: Stage): never {
  on.log.die()
  void on.agent.close()
  throw new Crash('kill -9')
}

function perform(on: Stage, dice: Random, doing: Doing): void {
  const giveBack = () => attempt(() => on.agent.handBack('ann', dice.pick(['', 'I did it'])))
  attempt(() => {
    if (doing === 'say') on.say('and this')
    if (doing === 'steer' || doing === 'queue') on.say('rather that', { mode: doing })
    if (doing === 'stop') on.agent.stop()
    if (doing === 'pause') on.agent.pause()
    if (doing === 'finish') on.agent.finish()
    if (doing === 'takeover') void on.agent.takeOver('ann').then(giveBack, () => {})
  })
}

/** Moves a session on from wherever it rests. */
function toRest(on: Stage, dice: Random, round: number): void {
  const { status } = on.agent.status
  if (round === 0) on.say('Do A and B')
  else if (status === 'waiting') {
    const approval = on.all('ask.start').at(-1)?.kind === 'approval'
    on.say('yes', approval && dice.chance(0.7) ? { approve: dice.pick(['once', 'run', 'no']) } : {})
  } else if (status === 'paused') {
    if (dice.chance(0.7)) on.agent.resume()
    else on.agent.stop()
  } else if (status === 'takeover') on.agent.handBack('ann')
  else if (dice.chance(0.3)) on.say('Now do C')
}

function attempt(run: () => void): void {
  try {
    run()
  } catch (error) {
    // What is refused just now, or hits a dead server, is part of the course.
    const fine = error instanceof Crash || (error instanceof Error && error.name === 'AgentRefusal')
    if (!fine) throw error
  }
}

/** One to three calls, with bad ids, names and arguments among them. */
export const randomCalls = (dice: Random): ToolCall[] =>
  Array.from({ length: 1 + dice.below(3) }, () => {
    const { id = `s${dice.below(1e9)}`, name, arguments: given } = call(dice)
    return { id, name, arguments: String(given) }
  })
