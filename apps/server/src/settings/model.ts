import { decimal, flag, type Setting, text, url, whole, word } from './setting.ts'

const group = 'model'

const headers: Setting<Record<string, string>> = {
  group,
  help: 'More headers for every model request, as JSON or as name: value lines',
  example: '{"X-Team":"home"}',
  default: {},
  shown: 'none',
  secret: true,
  atStart: false,
  read(value) {
    if (!value.trim().startsWith('{')) return headerLines(value)
    const parsed: unknown = parseJson(value)
    if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed))
      throw new Error('must be a JSON object of header names and texts')
    return Object.fromEntries(Object.entries(parsed).map(([name, one]) => [name, String(one)]))
  },
}

function parseJson(value: string): unknown {
  try {
    return JSON.parse(value)
  } catch {
    throw new Error('is not valid JSON')
  }
}

function headerLines(value: string) {
  const pairs = value
    .split(/[\n;]+/)
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const [, name, text] = /^\s*([\w-]+)\s*[:=]\s*(.*?)\s*$/.exec(line) ?? []
      if (name === undefined || text === undefined) throw new Error('must be lines of name: value')
      return [name, text] as const
    })
  return Object.fromEntries(pairs)
}

const role = (who: string, keys: string) => ({
  [`${keys}_MODEL`]: text({ group, shown: "the executor's", help: `Name of the model that ${who}` }),
  [`${keys}_API_BASE`]: url({ group, shown: "the executor's", help: 'Its endpoint' }),
  [`${keys}_API_KEY`]: text({ group, secret: true, shown: "the executor's", help: 'Its key' }),
})
type Role<K extends string> = {
  [N in `${K}_MODEL` | `${K}_API_BASE` | `${K}_API_KEY`]: Setting<string | undefined>
}

export const model = {
  API_BASE: url({
    group,
    example: 'https://api.openai.com/v1',
    help: 'Endpoint of any OpenAI-compatible server',
  }),
  API_KEY: text({ group, secret: true, example: 'sk-…', help: 'Its key; a local server may need none' }),
  MODEL_NAME: text({ group, example: 'gpt-5', help: 'Name of the model that does the work' }),
  API_VERSION: text({ group, example: '2026-10-01', help: 'For Azure: the api-version' }),
  ...(role('plans', 'PLANNER') as Role<'PLANNER'>),
  ...(role('looks at pictures', 'VISION') as Role<'VISION'>),
  TEMPERATURE: decimal<number | undefined>(undefined, {
    group,
    min: 0,
    max: 2,
    help: 'Sampling temperature',
  }),
  MAX_TOKENS: whole<number | undefined>(undefined, {
    group,
    min: 1,
    max: 10_000_000,
    help: 'Longest reply in tokens; under 4096 replies may be cut',
  }),
  CONTEXT_WINDOW: whole<number | undefined>(undefined, {
    group,
    min: 1024,
    max: 100_000_000,
    example: '131072',
    help: "Tokens of the model's window, where it is not known",
  }),
  EXTRA_HEADERS: headers,
  HTTP_PROXY: text({ group, help: "Proxy for the server's own requests", example: 'http://proxy:3128' }),
  HTTPS_PROXY: text({ group, help: 'The same for https addresses', example: 'http://proxy:3128' }),
  NO_PROXY: text({ group, help: 'Hosts that are reached directly', example: 'localhost,.lan' }),
  MODEL_FIRST_TOKEN_SECONDS: whole<number | undefined>(undefined, {
    group,
    min: 1,
    max: 86_400,
    shown: '180 (600 for a private address)',
    help: 'How long a model may keep silent before its first word',
  }),
  MODEL_STALL_SECONDS: whole(60, { group, min: 1, max: 86_400, help: 'How long it may pause between words' }),
  MODEL_TOTAL_SECONDS: whole(1800, { group, min: 1, max: 86_400, help: 'How long one reply may take' }),
  STEP_MAX_CALLS: whole(30, { group: 'agent', min: 1, max: 10_000, help: 'Tool calls one step may use' }),
  RUN_MAX_CALLS: whole(200, { group: 'agent', min: 1, max: 100_000, help: 'Tool calls one run may use' }),
  RUN_MAX_TOKENS: whole(2_000_000, {
    group: 'agent',
    min: 1000,
    max: 10_000_000_000,
    help: 'Tokens one run may use',
  }),
  RUN_MAX_MINUTES: whole(120, { group: 'agent', min: 1, max: 100_000, help: 'Minutes one run may take' }),
  RUN_MAX_COST: decimal<number | undefined>(undefined, {
    group: 'agent',
    min: 0,
    max: 1_000_000,
    help: 'Dollars one run may cost, where the price is known',
  }),
  APPROVALS: word(['never', 'risky', 'always'], 'risky', {
    group: 'agent',
    help: 'Which calls ask the person first',
  }),
  DEMO: flag<boolean | undefined>(undefined, {
    group,
    shown: 'on while no model is set',
    help: 'The scripted model',
  }),
}
