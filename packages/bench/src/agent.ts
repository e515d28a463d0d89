import { createHash } from 'node:crypto'
import type { Tool } from '@deskhand/agent'
import { type Desk, type Stage, stage } from '@deskhand/agent/testing'
import { type ReplyRequest, systemClock } from '@deskhand/llm'
import { tools as realTools } from '@deskhand/tools'
import { encode } from 'gpt-tokenizer/encoding/o200k_base'
import { loopsCaught } from './agent-loops.ts'
import { peers, playPeer } from './agent-peers.ts'
import { type AgentScript, agentScript, playScript, type ScriptedCallSpec } from './agent-script.ts'
import { interruptToPlanner, stopToQuiet } from './agent-times.ts'
import { type Bench, type Metric, type Metrics, metric, repeat } from './bench.ts'
import { TokenMeter } from './token-meter.ts'

/** The agent's own figures: a scripted model and a computer that is played, in this process. */
export const agent: Bench = {
  name: 'agent',
  async run({ say }) {
    const metrics: Metrics = {}
    for (const calls of [50, 150] as const) {
      say(`${calls} calls, and the same under the peers' policies`)
      const script = agentScript(calls / 10)
      const played = await play(script)
      const goals = calls === 50 ? { input: 600_000, hits: 88 } : { input: 1_950_000, hits: 90 }
      metrics[`input_tokens_${calls}`] = figure(played.meter.input, 'tokens', goals.input)
      metrics[`prefix_hit_${calls}_percent`] = figure(played.meter.hitPercent, '%', goals.hits)
      if (calls === 150) {
        metrics.peak_context_tokens = figure(played.meter.peak, 'tokens', 20_000)
        metrics.restorable_percent = figure(played.restorable, '%', 100)
        metrics.overhead_per_call_ms = metric(played.overheads, 'ms', 5)
      }
      for (const peer of peers) {
        const meter = playPeer(script, peer, played.system, played.specs)
        const note = `${meter.hitPercent} % prefix hits, peak ${meter.peak}`
        metrics[`peer_${peer.key}_${calls}`] = { value: meter.input, unit: 'tokens', n: 1, note }
      }
      if (calls === 50) {
        const wire = played.specs.map((spec) => ({ type: 'function', function: spec }))
        const prefix = encode(played.system).length + encode(JSON.stringify(wire)).length
        metrics.fixed_prefix_tokens = figure(prefix, 'tokens', 4_500)
        metrics.tools = figure(played.specs.length, 'tools', 20)
      }
    }
    say('interruptions and stops')
    const note = 'in one process: without the wire'
    metrics.interrupt_to_planner_model_ms = metric(
      await repeat(5, () => interruptToPlanner('model', systemClock)),
      'ms',
      300,
      note,
    )
    metrics.interrupt_to_planner_shell_ms = metric(
      await repeat(5, () => interruptToPlanner('shell', systemClock)),
      'ms',
      2_500,
      note,
    )
    metrics.stop_to_quiet_ms = metric(await repeat(5, () => stopToQuiet(systemClock)), 'ms', 2_000, note)
    metrics.loops_caught = figure(await loopsCaught(), 'of 7', 7)
    return metrics
  },
}

const figure = (value: number, unit: string, goal: number): Metric => ({ value, unit, n: 1, goal })

interface Played {
  meter: TokenMeter
  overheads: number[]
  restorable: number
  system: string
  specs: ReplyRequest['tools']
}

async function play(script: AgentScript): Promise<Played> {
  const model = playScript(script)
  const on = stage(
    { planner: model, executor: model, reporter: model },
    {
      tools: scriptedTools(script),
      settings: { runMaxCalls: 10_000, runMaxTokens: 1e9, runMaxMinutes: 10_000 },
      info: { contextWindow: 128_000 },
    },
  )
  const overheads = timeBetween(on)
  await on.run('Do the work, all parts of it, and report.')
  const end = on.all('run.end')[0]
  if (end?.outcome !== 'ok')
    throw new Error(`The scripted run ended as ${end?.outcome}: ${on.faults.join('; ')}`)
  const meter = new TokenMeter()
  for (const { messages, tools } of on.model.requests) meter.add(messages, tools)
  const [first] = on.requests('executor')
  return {
    meter,
    overheads,
    restorable: restorable(on, script),
    system: String(first?.messages[0]?.content),
    specs: first?.tools ?? [],
  }
}

/** The real tools as the model sees them; what they do is played. */
function scriptedTools(script: AgentScript): Tool<Desk>[] {
  const played = new Set(['shell_exec', 'file_read', 'browser_view'])
  return realTools.map((real) => {
    const { name, description, params, kind, family } = real
    const run: Tool<Desk>['run'] = async (args, { world }) => {
      const said = String(args.command ?? args.path ?? args.query ?? '')
      const back = /^back:(.*)$/.exec(said)?.[1]
      const call = script.calls[Number.parseInt(said, 10)]
      const content = back ? (world.files.get(back) ?? '').slice(0, 4_000) : (call?.result ?? '')
      const limit = back ? 'list' : (call?.kind ?? 'result')
      return { outcome: 'ok', content, limit, view: { kind: 'text', text: content.slice(0, 1_000) } }
    }
    if (!played.has(name)) return { name, description, params, kind, family, title: () => name, run }
    return { name, description, params, kind: 'pure', family, title: () => name, run }
  })
}

/** ms between a reply's end and the next request of the executor; the played tools take none. */
function timeBetween(on: Stage): number[] {
  const times: number[] = []
  let ended: number | undefined
  const reply = on.model.reply
  on.model.reply = async (request, options) => {
    if (ended !== undefined && request.purpose === 'executor') times.push(performance.now() - ended)
    ended = undefined
    const answer = await reply(request, options)
    if (request.purpose === 'executor' && answer.calls[0]?.name !== 'step_done') ended = performance.now()
    return answer
  }
  return times
}

function restorable(on: Stage, script: AgentScript): number {
  let cut = 0
  let whole = 0
  for (const entry of on.log.entries()) {
    if (entry.type !== 'tool.result') continue
    const path = /\[full output: (\S+),/.exec(entry.data.content)?.[1]
    const call = entry.data.mark && callOf(script, entry.data.mark.call)
    if (!path || !call) continue
    cut++
    if (sha(on.desk.files.get(path) ?? '') === sha(call.result)) whole++
  }
  return cut === 0 ? 0 : Math.round((1000 * whole) / cut) / 10
}

function callOf(script: AgentScript, mark: string): ScriptedCallSpec | undefined {
  const at = /:(\d+) /.exec(mark)?.[1]
  return at === undefined ? undefined : script.calls[Number(at)]
}

const sha = (text: string) => createHash('sha256').update(text).digest('hex')
