import type { Eyes } from '@deskhand/browser'
import { type ChatModel, type ChatModelOptions, createChatModel, type PriceTable } from '@deskhand/llm'
import type { SearchSettings } from '@deskhand/tools'
import type { ModelSet } from '../parts.ts'
import type { Values } from '../settings/index.ts'
import { eyesOf } from './eyes.ts'

export type Role = 'executor' | 'planner' | 'vision'
export interface Endpoint {
  baseUrl: string
  model: string
  apiKey?: string
}

export interface ModelsDeps {
  values(): Values
  /** where the scripted model answers; undefined while the demo is off */
  demo(): Endpoint | undefined
  prices(): PriceTable
  options: Pick<ChatModelOptions, 'store' | 'connection' | 'clock' | 'onWire'>
  fetch: typeof fetch
  /** a test's own */
  given?: ModelSet
}

/** The models in force. A change in Settings reaches the next request of a run at work, not the one under way. */
export class Models {
  readonly #deps: ModelsDeps
  readonly #made = new Map<string, ChatModel>()

  constructor(deps: ModelsDeps) {
    this.#deps = deps
  }

  /** settings or prices changed: the next request is made with the new ones */
  renew(): void {
    this.#made.clear()
  }

  get demo(): boolean {
    return (
      this.#deps.given === undefined && this.#own('executor') === undefined && this.#deps.demo() !== undefined
    )
  }
  get configured(): boolean {
    return this.#deps.given !== undefined || this.#own('executor') !== undefined
  }
  get ready(): boolean {
    return this.configured || this.demo
  }

  /** Where requests of this role go; undefined: no model is set. */
  endpoint(role: Role): Endpoint | undefined {
    return this.#own(role) ?? (role === 'vision' ? undefined : (this.#own('executor') ?? this.#deps.demo()))
  }

  /**
   * Looks itself up at each use, so that one object serves a session's whole life. `chosen`: the name of another model
   * of the executor's server, for this session's work.
   */
  set(chosen?: string): ModelSet {
    const at = (role: Role) => this.#at(role, role === 'executor' ? chosen : undefined)
    const vision = () => this.#vision()
    return {
      get planner() {
        return at('planner')
      },
      get executor() {
        return at('executor')
      },
      get vision() {
        return vision()
      },
    } as ModelSet
  }

  info() {
    if (!this.ready) return { configured: false }
    const { name, images, contextWindow } = this.#at('executor').info
    return { configured: this.configured, name, images, contextWindow }
  }

  /** A model that is not saved: for the connection test. */
  make(endpoint: Endpoint): ChatModelOptions {
    return this.#options(endpoint)
  }

  /** Who answers questions about a picture; nobody when no model takes any. */
  eyes(): Eyes | undefined {
    const model = this.#vision()
    return model === undefined ? undefined : eyesOf(model)
  }

  get fetch(): typeof fetch {
    return this.#deps.fetch
  }

  search(): SearchSettings {
    const values = this.#deps.values()
    const providers = values.SEARCH_PROVIDER ?? (values.SEARXNG_URL === undefined ? ['browser'] : ['searxng'])
    const texts = Object.entries(values)
      .filter(
        ([key, value]) =>
          /SEARCH|SEARXNG|TAVILY|SERPER|BRAVE|BING|BAIDU/.test(key) && typeof value === 'string',
      )
      .map(([key, value]) => [key, value as string])
    return { providers, values: Object.fromEntries(texts), fetch: this.#deps.fetch }
  }

  #vision(): ChatModel | undefined {
    if (this.#deps.given !== undefined) return this.#deps.given.vision
    if (this.#own('vision') !== undefined) return this.#at('vision')
    return this.configured && this.#at('executor').info.images ? this.#at('executor') : undefined
  }

  #at(role: Role, chosen?: string): ChatModel {
    const given = this.#deps.given?.[role]
    if (given !== undefined) return given
    const endpoint = this.endpoint(role)
    if (endpoint === undefined) throw new Error('No model is set. Open Settings and name one.')
    const name = this.demo ? endpoint.model : (chosen ?? endpoint.model)
    // One object where planner and executor are the same model: what one learns the other knows, and neither stands
    // in for the other.
    const key = JSON.stringify({ ...endpoint, model: name })
    const made = this.#made.get(key) ?? createChatModel(this.#options({ ...endpoint, model: name }))
    this.#made.set(key, made)
    return made
  }

  #options(endpoint: Endpoint): ChatModelOptions {
    const values = this.#deps.values()
    const seconds = (value: number | undefined) => (value === undefined ? undefined : value * 1000)
    const firstTokenMs = seconds(values.MODEL_FIRST_TOKEN_SECONDS)
    const { store, ...options } = this.#deps.options
    // The demo's server has another port each time: what is learned of it is worth nothing later.
    const keep = store !== undefined && endpoint.baseUrl !== this.#deps.demo()?.baseUrl
    return {
      ...endpoint,
      ...options,
      ...(keep ? { store } : {}),
      prices: this.#deps.prices(),
      headers: values.EXTRA_HEADERS,
      ...(values.API_VERSION === undefined ? {} : { apiVersion: values.API_VERSION }),
      ...(values.TEMPERATURE === undefined ? {} : { temperature: values.TEMPERATURE }),
      ...(values.MAX_TOKENS === undefined ? {} : { maxTokens: values.MAX_TOKENS }),
      ...(values.CONTEXT_WINDOW === undefined ? {} : { profile: { contextWindow: values.CONTEXT_WINDOW } }),
      limits: {
        ...(firstTokenMs === undefined ? {} : { firstTokenMs }),
        stallMs: values.MODEL_STALL_SECONDS * 1000,
        totalMs: values.MODEL_TOTAL_SECONDS * 1000,
      },
    }
  }

  /** What Settings say of this role; an empty part is the executor's. A key alone names no model. */
  #own(role: Role): Endpoint | undefined {
    const values = this.#deps.values()
    if (values.DEMO === true) return undefined
    const { API_BASE, API_KEY, MODEL_NAME } = values
    const prefix = role === 'executor' ? '' : `${role.toUpperCase()}_`
    const read = (key: string) => values[`${prefix}${key}` as keyof Values] as string | undefined
    const model = role === 'executor' ? MODEL_NAME : read('MODEL')
    if (model === undefined) return undefined
    const ownBase = role === 'executor' ? undefined : read('API_BASE')
    const baseUrl = ownBase ?? API_BASE ?? 'https://api.openai.com/v1'
    // The executor's key is for the executor's server alone: it is not sent to another one.
    const apiKey =
      (role === 'executor' ? API_KEY : read('API_KEY')) ?? (ownBase === undefined ? API_KEY : undefined)
    return { baseUrl, model, ...(apiKey === undefined ? {} : { apiKey }) }
  }
}
