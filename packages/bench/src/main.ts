import { writeFileSync } from 'node:fs'
import { loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import type { Bench, Metrics } from './bench.ts'
import { benches } from './index.ts'
import { miniwobByAgent, missingModel } from './miniwob/agent-mode.ts'
import { quietMachine } from './quiet-machine.ts'

// npm run bench -- [NAME…] [--json FILE] [--no-wait] [--agent [--seeds N]]
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    json: { type: 'string' },
    'no-wait': { type: 'boolean', default: false },
    agent: { type: 'boolean', default: false },
    seeds: { type: 'string', default: '1' },
  },
})
const say = (text: string) => void process.stderr.write(`${text}\n`)
const unknown = positionals.filter((name) => !benches.some((bench) => bench.name === name))
if (unknown.length > 0) {
  say(
    `There is no benchmark ${unknown.join(', ')}. There are: ${benches.map((bench) => bench.name).join(', ')}.`,
  )
  process.exit(2)
}
const refused = values.agent ? agentRefusal() : undefined
if (refused) {
  say(refused)
  process.exit(2)
}
const chosen = values.agent
  ? [miniwobByAgent({ env: process.env, seeds: Number(values.seeds) })]
  : benches.filter(({ name }) => positionals.length === 0 || positionals.includes(name))

const results: { name: string; metrics: Metrics }[] = []
for (const bench of chosen) results.push({ name: bench.name, metrics: await measure(bench) })
if (values.json)
  writeFileSync(values.json, `${JSON.stringify(results.length === 1 ? results[0] : results, null, 2)}\n`)

function agentRefusal(): string | undefined {
  if (positionals.some((name) => name !== 'miniwob'))
    return '--agent goes with miniwob alone: npm run bench -- miniwob --agent'
  if (!/^[1-9]\d{0,3}$/.test(values.seeds))
    return '--seeds must be a whole number from 1, for example --seeds 3'
  return missingModel(process.env)
}

async function measure(bench: Bench): Promise<Metrics> {
  // How long a model takes is not measured, so a busy machine does no harm.
  if (!values['no-wait'] && !values.agent && !(await quietMachine(120)))
    say(
      `${bench.name}: the machine did not become quiet (load ${loadavg()[0]?.toFixed(2)}); figures are higher than they would be.`,
    )
  say(`${bench.name} …`)
  const metrics = await bench.run({ say: (text) => say(`  ${text}`) })
  for (const [key, { value, unit, n, goal, note }] of Object.entries(metrics)) {
    const aim = goal === undefined ? '' : `, goal ${goal}`
    process.stdout.write(
      `${bench.name}.${key} = ${value} ${unit} (n ${n}${aim})${note ? ` – ${note}` : ''}\n`,
    )
  }
  return metrics
}
