import { createHash } from 'node:crypto'
import { blockMeter, type CacheMeter, noMeter, unitMeter } from './cache/cache-meter.ts'
import { type CountedRequest, countRequest } from './cache/count-request.ts'
import { tokensOf } from './cache/tokens.ts'
import type { FakeReply, FakeUsage } from './chat-reply.ts'
import { ChatRequest, textOf } from './chat-request.ts'
import { type FaultSpec, faultOf } from './faults/index.ts'
import { validatorOf } from './gate/check-tools.ts'
import { gate } from './gate/gate.ts'
import { Journal } from './journal.ts'
import { Metrics } from './metrics.ts'
import type { Persona, Refusal } from './personas/persona.ts'
import { decide } from './scenario/decide.ts'
import { uncheckedCalls } from './scenario/make-reply.ts'
import type { Rule, Scenario } from './scenario/scenario.ts'
import { truncated } from './truncate.ts'
import { deriveView, type RequestView } from './view/request-view.ts'
import { type Action, jsonActions, streamActions } from './wire/actions.ts'
import { completionOf, streamOf } from './wire/chunks.ts'

/** A fault laid on the nth conversation (from 1) that the server meets, whatever the scenario. */
export interface PlannedFault {
  request: number
  faults: FaultSpec[]
}

/**
 * The model behind the HTTP: one chat body in, socket actions out. The reply is a function of the body; what is
 * remembered is how often a conversation came, the cache meter, and the journal.
 */
export class Chat {
  readonly journal = new Journal()
  readonly metrics = new Metrics()
  planned: PlannedFault[] = []
  window: number
  readonly #persona: Persona
  readonly #scenarios: readonly Scenario[]
  readonly #paced: boolean
  readonly #attempts = new Map<string, { nth: number; times: number }>()
  readonly #meters = new Map<string, CacheMeter>()

  constructor(
    persona: Persona,
    scenarios: readonly Scenario[],
    options: { window?: number; paced?: boolean } = {},
  ) {
    this.#persona = persona
    this.#scenarios = scenarios
    this.window = options.window ?? persona.contextWindow
    this.#paced = options.paced ?? true
  }

  async answer(body: unknown, sessionHeader?: string): Promise<Action[]> {
    const parsed = ChatRequest.safeParse(body)
    if (!parsed.success) {
      const issue = parsed.error.issues[0]
      return this.#refused({
        status: 400,
        message: `Invalid body: ${issue?.path.join('.')}: ${issue?.message}`,
      })
    }
    const request = parsed.data
    const counted = await countRequest(request)
    const session = sessionHeader ?? sessionOf(request)
    const seen = this.#persona.truncates ? truncated(request, counted, this.window) : { request, counted }
    const view = deriveView(seen.request)
    const attempt = this.#attempt(request)
    const { violations, refusal } = gate(request, this.#persona, this.window, counted.total)
    const entry = {
      session,
      request,
      view,
      violations,
      persona: this.#persona.name,
      attempt: attempt.times,
      inputTokens: counted.total,
      notes: [],
    }
    this.metrics.counts.violations += violations.length
    if (refusal) {
      this.journal.add({ ...entry, outcome: { type: 'refused', refusal } })
      return this.#refused(refusal)
    }
    const decision =
      seen.request === request ? decide(this.#scenarios, view) : forgetful(this.#scenarios, view)
    if (!decision.matched) {
      this.metrics.counts.unmatched += 1
      this.journal.add({ ...entry, outcome: { type: 'unmatched', nearest: decision.nearest } })
      return jsonActions(599, unmatchedBody(view, decision))
    }
    const { rule, reply } = decision
    const wrong = request.tools && wrongCall(request, rule, reply)
    if (wrong) {
      this.journal.add({ ...entry, notes: [wrong], outcome: { type: 'unmatched', nearest: [] } })
      this.metrics.counts.unmatched += 1
      return jsonActions(599, {
        error: { message: wrong, type: 'scenario_error', code: 'bad_script', param: null },
      })
    }
    const spec = this.planned.find((one) => one.request === attempt.nth)?.faults ?? rule.faults
    const fault = faultOf(spec[attempt.times - 1])
    if (fault) this.metrics.counts.faults += 1
    const where = { scenario: rule.scenario, rule: rule.name }
    if (fault?.fault.answer) {
      this.journal.add({ ...entry, outcome: { type: 'fault', fault: fault.fault.name, ...where } })
      return fault.fault.answer(fault.params, this.#persona)
    }
    const said = fault?.fault.reply?.(reply, fault.params) ?? reply
    const usage = await this.#usage(session, seen.counted, said)
    this.journal.add({
      ...entry,
      usage,
      outcome: { type: 'reply', reply: said, fault: fault?.fault.name, ...where },
    })
    return this.#actions(request, said, usage, fault)
  }

  #actions(
    request: ChatRequest,
    reply: FakeReply,
    usage: FakeUsage,
    fault: ReturnType<typeof faultOf>,
  ): Action[] {
    const facts = {
      persona: request.tools ? this.#persona : textPersona(this.#persona),
      model: request.model ?? '',
      seed: hash(JSON.stringify(request.messages)),
      usage,
      usageAsked: request.stream_options?.include_usage === true,
    }
    if (!request.stream || fault?.fault.name === 'jsonInsteadOfStream') {
      const events = [{ json: completionOf(reply, facts) }]
      const [first] = fault?.fault.events?.(events, fault.params) ?? events
      const actions = jsonActions(200, first && 'json' in first ? first.json : {})
      return fault?.fault.actions?.(actions, fault.params) ?? actions
    }
    const events = streamOf(reply, facts)
    const pace = this.#paced ? reply.pace : { ...reply.pace, ttftMs: 0, gapMs: 0 }
    const actions = streamActions(fault?.fault.events?.(events, fault.params) ?? events, pace)
    return fault?.fault.actions?.(actions, fault.params) ?? actions
  }

  #refused(refusal: Refusal): Action[] {
    this.metrics.counts.refused += 1
    return jsonActions(refusal.status, this.#persona.errorBody(refusal))
  }

  /** A retry may change fields around the conversation and still be a retry: the messages are the key. */
  #attempt(request: ChatRequest): { nth: number; times: number } {
    const key = hash(JSON.stringify(request.messages))
    const known = this.#attempts.get(key) ?? { nth: this.#attempts.size + 1, times: 0 }
    known.times += 1
    this.#attempts.set(key, known)
    return known
  }

  async #usage(session: string, counted: CountedRequest, reply: FakeReply): Promise<FakeUsage> {
    const meter = this.#meters.get(session) ?? meters[this.#persona.cache]()
    this.#meters.set(session, meter)
    const said = [reply.reasoning, reply.text, ...reply.calls.map((call) => call.name + call.arguments)].join(
      '\n',
    )
    const usage = {
      inputTokens: counted.total,
      outputTokens: (await tokensOf(said)).length,
      cachedTokens: meter.measure(counted),
      ...reply.usage,
    }
    this.metrics.add(session, usage)
    return usage
  }
}

const meters = { blocks128: blockMeter, 'deepseek-units': unitMeter, none: noMeter }
const hash = (text: string) => createHash('sha256').update(text).digest('hex')

/** Without declared tools a scripted call can only be text, as from any model under a text tool protocol. */
const textPersona = (persona: Persona): Persona => ({
  ...persona,
  shape: { ...persona.shape, callsAsText: true },
})

function sessionOf(request: ChatRequest): string {
  if (request.prompt_cache_key) return request.prompt_cache_key
  if (request.user) return request.user
  const firstUser = request.messages.find((message) => message.role === 'user')
  return hash(textOf(request.messages[0]) + textOf(firstUser)).slice(0, 16)
}

/** What a model says whose server cut away what it was to do. */
function forgetful(scenarios: readonly Scenario[], view: RequestView): ReturnType<typeof decide> {
  const decision = decide(scenarios, view)
  if (decision.matched) return decision
  const rule: Rule = {
    scenario: 'built-in',
    name: 'what a cut request gets',
    when: {},
    captures: {},
    pace: {},
    faults: [],
    reply: { text: 'I am not sure what you would like me to do. Could you say it again?' },
  }
  return decide([{ id: 'built-in', title: rule.name, place: 'last', rules: [rule] }], view)
}

/** A script that calls what the request does not declare is a mistake of its author, said loudly. */
function wrongCall(request: ChatRequest, rule: Rule, reply: FakeReply): string | undefined {
  const unchecked = uncheckedCalls(rule)
  for (const [nth, call] of reply.calls.entries()) {
    if (unchecked[nth]) continue
    const where = `Rule "${rule.name}" of scenario ${rule.scenario} calls ${call.name}`
    const tool = request.tools?.find((one) => one.function?.name === call.name)
    if (!tool) return `${where}, which this request does not declare.`
    const validate = validatorOf(tool.function?.parameters)
    if (typeof validate === 'function' && !validate(JSON.parse(call.arguments)))
      return `${where} with arguments that its schema refuses: ${JSON.stringify(validate.errors?.[0])}`
  }
  return undefined
}

function unmatchedBody(
  view: RequestView,
  decision: Extract<ReturnType<typeof decide>, { matched: false }>,
): unknown {
  const { text: _, results: __, ...short } = view
  return {
    error: {
      message: `No rule of scenario ${decision.scenario ?? '(none matched the request)'} fits this request.`,
      type: 'scenario_error',
      code: 'no_rule',
      param: null,
    },
    view: { ...short, lastUser: view.lastUser.slice(-2_000) },
    nearest: decision.nearest,
  }
}
