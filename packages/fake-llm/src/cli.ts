import { parseArgs } from 'node:util'
import { personas } from './personas/index.ts'
import { scenarioPath } from './scenario-path.ts'
import { startFakeLlm } from './start-fake-llm.ts'

const usage = `Usage: deskhand-fake-llm [SCENARIO.yaml | FOLDER]… [options]

A scripted OpenAI-compatible server. Without a scenario it plays the demo.

  --persona NAME   ${personas.map((one) => one.name).join(', ')}
  --port N         default 0: any free one
  --host ADDRESS   default 127.0.0.1
  --window TOKENS  another context window than the persona's
  --api-key KEY    refuse other keys
  --no-pauses      answer at once
`

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    persona: { type: 'string' },
    port: { type: 'string', default: '0' },
    host: { type: 'string', default: '127.0.0.1' },
    window: { type: 'string' },
    'api-key': { type: 'string' },
    'no-pauses': { type: 'boolean', default: false },
    help: { type: 'boolean', short: 'h', default: false },
  },
})

if (values.help) process.stdout.write(usage)
else await serve()

async function serve(): Promise<void> {
  const demo = positionals.length === 0
  const llm = await startFakeLlm({
    scenarios: demo ? [scenarioPath('demo')] : positionals,
    persona: values.persona ?? (demo ? 'demo' : undefined),
    port: wholeNumber('port', values.port),
    host: values.host,
    window: values.window === undefined ? undefined : wholeNumber('window', values.window),
    apiKey: values['api-key'],
    paced: !values['no-pauses'],
  }).catch((error: Error) => {
    process.stderr.write(`${error.message}\n`)
    process.exit(1)
  })
  process.stdout.write(`Scripted model at ${llm.url} (journal: ${llm.url.replace('/v1', '/__journal')})\n`)
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => void llm.close().then(() => process.exit(0)))
}

function wholeNumber(name: string, text: string): number {
  const number = Number(text)
  if (Number.isInteger(number) && number >= 0) return number
  process.stderr.write(`--${name} takes a whole number, not "${text}"\n`)
  process.exit(1)
}
