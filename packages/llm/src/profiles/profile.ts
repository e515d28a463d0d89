/** What one server with one model wants and takes. Everything a request depends on beside its content. */
export interface ModelProfile {
  preset: string
  /** name of the key's header; none sends no key */
  auth: 'bearer' | 'api-key' | 'x-api-key'
  /** appended to the base URL where the /v1 was missing */
  basePath: string
  stream: boolean
  /** ask for the usage chunk by stream_options */
  streamUsage: boolean
  maxTokensField: 'max_tokens' | 'max_completion_tokens' | 'none'
  temperature: boolean
  systemRole: 'system' | 'developer' | 'user'
  /** text: calls are asked for and read as text, because the server refuses `tools` */
  tools: 'native' | 'text'
  /** left out unless a server insists on it */
  toolChoice: 'omit' | 'auto'
  /** the tool's name stands again in its result */
  toolName: boolean
  /** content of an assistant message that only calls */
  emptyContent: 'null' | 'empty' | 'absent' | 'space'
  /**
   * Whether reasoning goes back. required: with every assistant message, empty if there was none; optional: with
   * messages that call, as it came; never. `field` renames it.
   */
  reasoning: { replay: 'required' | 'optional' | 'never'; field?: string }
  /** user and assistant must alternate: a line of the assistant stands between a result and a user message */
  alternate: boolean
  /** nine: exactly nine letters and digits */
  callIds: 'any' | 'nine'
  images: boolean
  maxImages: number
  imageTokens: 'tiles' | 'patches' | 'blocks' | 'flat'
  jsonMode: boolean
  /** prompt_cache_key is understood */
  cacheKey: boolean
  /** the server may cut a request to its window without saying so */
  cutsSilently: boolean
  /** tokens */
  contextWindow: number
  maxOutput?: number
  /** tokens this server counts for one of ours */
  tokenFactor: number
  /** further fields of the request body */
  extraBody: Record<string, unknown>
}

export type ProfilePatch = Partial<ModelProfile>

/** A preset: where it applies, and what differs from the generic server. */
export interface Preset {
  name: string
  /** for people */
  title: string
  matches(server: { host: string; port: string; model: string }): boolean
  profile: ProfilePatch
  /** patch by model name, for the odd ones of the family */
  forModel?(model: string): ProfilePatch
  /** base URL to propose; absent where everybody has their own */
  baseUrl?: string
}

export const genericProfile: ModelProfile = {
  preset: 'generic',
  auth: 'bearer',
  basePath: '',
  stream: true,
  streamUsage: true,
  maxTokensField: 'max_tokens',
  temperature: true,
  systemRole: 'system',
  tools: 'native',
  toolChoice: 'omit',
  toolName: false,
  emptyContent: 'null',
  reasoning: { replay: 'optional' },
  alternate: false,
  callIds: 'any',
  images: true,
  maxImages: 8,
  imageTokens: 'tiles',
  jsonMode: true,
  cacheKey: false,
  cutsSilently: false,
  contextWindow: 32_768,
  tokenFactor: 1,
  extraBody: {},
}
