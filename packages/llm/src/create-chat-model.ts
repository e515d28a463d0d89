import { toReply } from './assemble/to-reply.ts'
import {
  type ChatMessage,
  type ChatModel,
  type Clock,
  ModelError,
  type ModelInfo,
  type Reply,
  type ReplyDelta,
  type ReplyOptions,
  type ReplyRequest,
  type ReplyUsage,
  type ToolSpec,
} from './chat-model.ts'
import { Attempts } from './errors/attempts.ts'
import { costUsd, type PriceTable } from './money/prices.ts'
import { type Lesson, learn } from './profiles/learn.ts'
import { LiveProfile } from './profiles/live-profile.ts'
import type { ModelProfile, ProfilePatch } from './profiles/profile.ts'
import { memoryProfileStore, type ProfileStore } from './profiles/profile-store.ts'
import { CallTextGate } from './recover/call-text-gate.ts'
import { requestBody } from './shape/request-body.ts'
import { countImages } from './shape/shape-images.ts'
import { systemClock } from './system-clock.ts'
import { calibrate } from './tokens/calibration.ts'
import { countRequest } from './tokens/count-request.ts'
import { loadTokenizer } from './tokens/count-text.ts'
import { type FoundWindow, probeWindow } from './tokens/probe-window.ts'
import { leastWindow, silentCut, smallWindowError } from './tokens/small-window.ts'
import type { WireRecord } from './trace/wire-record.ts'
import { type ConnectionSettings, createFetch, type Fetch } from './wire/connect.ts'
import { chatUrl, requestHeaders, type ServerAddress } from './wire/endpoint.ts'
import { mendBaseUrl } from './wire/mend-base-url.ts'
import { isPrivateHost } from './wire/private-host.ts'
import { requestOnce } from './wire/request-once.ts'
import { Watch } from './wire/watch.ts'

export interface ChatModelOptions {
  /** as pasted: it is mended */
  baseUrl: string
  model: string
  /** local servers need none */
  apiKey?: string
  apiVersion?: string
  headers?: Record<string, string>
  temperature?: number
  maxTokens?: number
  /** the person's choice: wins over preset, probe and lessons; `preset` chooses another preset by name */
  profile?: ProfilePatch
  /** where lessons are kept; without one they live as long as the model */
  store?: ProfileStore
  /** ms a model may keep silent */
  limits?: { firstTokenMs?: number; stallMs?: number; totalMs?: number }
  prices?: PriceTable
  connection?: ConnectionSettings
  /** each exchange as it went over the wire, the key left out; for traces */
  onWire?: (record: WireRecord) => void
  clock?: Clock
  fetch?: Fetch
  /** false: the first failure is the last, as in a connection test; lessons are learned all the same */
  retries?: false
  /** 0 … 1, for the waits */
  random?: () => number
}

/** A ChatModel over any OpenAI-compatible server. Throws TypeError when base URL or preset are no such thing. */
export function createChatModel(options: ChatModelOptions): HttpChatModel {
  return new HttpChatModel(options)
}

interface Settling {
  /** tokens of the request, uncalibrated */
  counted: number
  profile: ModelProfile
  signal: AbortSignal
  /** it was no mere trial */
  work: boolean
}

const nudge = 'Your last reply was empty. Answer, or call a tool.'

export class HttpChatModel implements ChatModel {
  readonly #address: ServerAddress
  readonly #options: ChatModelOptions
  readonly #profile: LiveProfile
  readonly #clock: Clock
  readonly #fetch: Fetch
  #exchanges = 0
  /** the server said how large its window is, or would not */
  #windowAsked = false

  constructor(options: ChatModelOptions) {
    const { url } = mendBaseUrl(options.baseUrl, options.profile?.preset)
    this.#options = options
    this.#address = { ...options, baseUrl: url }
    this.#profile = new LiveProfile(this.#address, options.store ?? memoryProfileStore(), options.profile)
    this.#clock = options.clock ?? systemClock
    this.#fetch = options.fetch ?? createFetch(options.connection)
  }

  /** preset, probe, lessons and choice in one; changes when the server teaches something */
  get profile(): ModelProfile {
    return this.#profile.current
  }

  get info(): ModelInfo {
    const { contextWindow, maxOutput, images, maxImages } = this.profile
    return {
      name: this.#options.model,
      baseUrl: this.#address.baseUrl,
      contextWindow,
      ...(maxOutput !== undefined && { maxOutput }),
      images,
      maxImages: images ? maxImages : 0,
    }
  }

  /**
   * Asks the server how large its window is, and keeps the answer. undefined when it does not say; never throws but
   * the signal's reason.
   */
  async probeWindow(signal: AbortSignal): Promise<FoundWindow | undefined> {
    const found = await this.#askWindow(signal)
    // A window too small to work in is about to be raised: remembering it would outlive the cure.
    if (found && found.contextWindow >= leastWindow)
      this.#profile.save({ contextWindow: found.contextWindow })
    return found
  }

  #askWindow(signal: AbortSignal): Promise<FoundWindow | undefined> {
    const headers = requestHeaders(this.#address, this.profile)
    return probeWindow({ address: this.#address, headers, fetch: this.#fetch, signal })
  }

  countTokens(messages: ChatMessage[], tools: ToolSpec[] = []): number {
    const { profile } = this
    return Math.ceil(countRequest(messages, tools, profile) * profile.tokenFactor)
  }

  async reply(request: ReplyRequest, options: ReplyOptions): Promise<Reply> {
    // Large, and not needed by a model that is only looked at. Counting is by rule of thumb until it is there; a failed
    // load leaves it so.
    void loadTokenizer().catch(() => {})
    const attempts = new Attempts({ ...this.#options, clock: this.#clock }, options)
    const lessons = new Set<string>()
    try {
      for (;;) {
        try {
          const reply = await this.#once(request, attempts)
          this.#profile.keep()
          return reply
        } catch (error) {
          if (options.signal.aborted) throw options.signal.reason
          if (!(error instanceof ModelError)) throw error
          const lesson = this.#learn(error, request)
          if (!lesson || lessons.has(lesson.name)) await attempts.waitAfter(error)
          else {
            lessons.add(lesson.name)
            this.#profile.try(lesson.patch)
            attempts.adjusted(lesson)
          }
        }
      }
    } finally {
      this.#profile.forget()
    }
  }

  #learn(error: ModelError, request: ReplyRequest): Lesson | undefined {
    const images = Math.min(countImages(request.messages), this.info.maxImages)
    const lesson = learn(error, this.profile, { images, tools: request.tools.length > 0, jsonMode: false })
    const knowsPath = /\/v\d+[a-z0-9]*(\/|$)/.test(this.#address.baseUrl)
    return lesson?.name === 'base_path' && knowsPath ? undefined : lesson
  }

  async #once(asked: ReplyRequest, attempts: Attempts): Promise<Reply> {
    const { signal } = attempts
    signal.throwIfAborted()
    const variant = attempts.variant
    const profile = { ...this.profile, ...(variant.stream === false && { stream: false }) }
    const request = variant.nudge
      ? { ...asked, messages: [...asked.messages, { role: 'user' as const, content: nudge }] }
      : asked
    const body = requestBody(request, this.#options, profile)
    const counted = countRequest(request.messages, request.tools, profile)
    const tools = new Set(request.tools.map(({ name }) => name))
    const isTool = (name: string) => tools.has(name)
    const gate = tools.size > 0 ? new CallTextGate() : undefined
    const record = this.#startRecord(asked, body)
    try {
      const assembled = await requestOnce({
        url: chatUrl(this.#address, profile),
        headers: requestHeaders(this.#address, profile),
        body,
        target: this.#target(),
        fetch: this.#fetch,
        clock: this.#clock,
        watch: new Watch(this.#clock, this.#limits(attempts, profile), (seconds) => attempts.slow(seconds)),
        signal,
        isTool,
        onDeltas: (deltas) => attempts.show(gate ? throughGate(deltas, gate) : deltas),
        onChunk: (data) => record?.chunks.push({ dt: this.#clock.now() - record.startedAt, data }),
      })
      const reply = toReply(assembled, {
        request,
        isTool,
        countedInput: Math.ceil(counted * profile.tokenFactor),
      })
      const rest = gate?.end(reply.recovered === true)
      if (rest) attempts.show([{ type: 'text', text: rest }])
      await this.#settleUsage(reply, { counted, profile, signal, work: asked.purpose !== 'probe' })
      this.#endRecord(record, { reply })
      return reply
    } catch (error) {
      this.#endRecord(record, { error })
      throw error
    }
  }

  #limits(attempts: Attempts, profile: ModelProfile) {
    const { limits = {} } = this.#options
    const local = isPrivateHost(new URL(this.#address.baseUrl).hostname)
    const firstTokenMs = limits.firstTokenMs ?? (local ? 600_000 : 180_000)
    return {
      // A reply that comes whole says nothing before its end.
      firstTokenMs: profile.stream ? firstTokenMs : attempts.totalMs,
      stallMs: limits.stallMs ?? 60_000,
      totalUntil: attempts.startedAt + attempts.totalMs,
    }
  }

  async #settleUsage(reply: Reply, { counted, profile, signal, work }: Settling) {
    const { usage } = reply
    if (work && profile.cutsSilently) await this.#checkWindow(usage, counted, profile, signal)
    if (!usage.estimated) {
      const tokenFactor = calibrate(profile.tokenFactor, counted, usage.inputTokens)
      if (Math.abs(tokenFactor - profile.tokenFactor) > 0.005) this.#profile.save({ tokenFactor })
    }
    const cost = usage.costUsd ?? costUsd(this.#options.model, usage, this.#options.prices ?? {})
    if (cost !== undefined) usage.costUsd = cost
  }

  async #checkWindow(usage: ReplyUsage, counted: number, profile: ModelProfile, signal: AbortSignal) {
    const reported = usage.estimated || usage.cachedTokens > 0 ? 0 : usage.inputTokens
    const suspected = silentCut(counted, reported)
    // Asked once, after a first reply: before it some servers have not loaded the model and know no window.
    if (suspected === undefined && this.#windowAsked) return
    const found = await this.probeWindow(signal)
    // Some servers leave out of the usage what they had in their cache; their own pages know better.
    const enough = suspected === undefined ? leastWindow : Math.max(leastWindow, counted)
    const window = found?.contextWindow ?? suspected ?? enough
    this.#windowAsked = found === undefined ? suspected === undefined : window >= enough
    if (!this.#windowAsked) throw smallWindowError(window, counted, profile.preset)
  }

  #target() {
    const { baseUrl, model, apiKey, headers = {} } = this.#address
    return {
      baseUrl,
      model,
      secrets: [apiKey ?? '', ...Object.values(headers)].filter((secret) => secret.length > 3),
    }
  }

  #startRecord(asked: ReplyRequest, body: WireRecord['request']): WireRecord | undefined {
    if (!this.#options.onWire) return undefined
    this.#exchanges += 1
    return { n: this.#exchanges, asked, request: body, startedAt: this.#clock.now(), ms: 0, chunks: [] }
  }

  #endRecord(record: WireRecord | undefined, end: { reply?: Reply; error?: unknown }) {
    if (!record) return
    record.ms = this.#clock.now() - record.startedAt
    if (end.reply) record.reply = end.reply
    const { error } = end
    if (error instanceof ModelError) record.error = { class: error.class, message: error.message }
    else if (error !== undefined) record.error = { class: 'aborted', message: String(error) }
    this.#options.onWire?.(record)
  }
}

function throughGate(deltas: ReplyDelta[], gate: CallTextGate): ReplyDelta[] {
  return deltas.flatMap((delta): ReplyDelta[] => {
    if (delta.type !== 'text') return [delta]
    const text = gate.push(delta.text)
    return text === '' ? [] : [{ type: 'text', text }]
  })
}
