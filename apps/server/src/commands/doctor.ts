import { existsSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { createServer } from 'node:net'
import { testConnection } from '@deskhand/llm'
import type { Config } from '../config.ts'
import { outgoing } from '../models/outgoing.ts'
import { engineOf } from './engine-of.ts'
import { say } from './say.ts'

interface Verdict {
  ok: boolean
  text: string
}
type Check = (config: Config) => Promise<Verdict>

/** One more is one function and one line here. */
const checks: Check[] = [engine, ports, disk, clock, model]

/** Looks at what the product stands on and says plainly what is wrong. 1: something failed. */
export async function doctor(config: Config): Promise<number> {
  let failed = 0
  for (const warning of config.warnings) say(`note  ${warning}`)
  for (const check of checks) {
    const { ok, text } = await check(config).catch((error: Error) => ({ ok: false, text: error.message }))
    if (!ok) failed++
    say(`${ok ? 'ok   ' : 'FAIL '} ${text}`)
  }
  return failed === 0 ? 0 : 1
}

async function engine(config: Config): Promise<Verdict> {
  const { docker, where, own } = await engineOf(config)
  const { Version, ApiVersion } = await docker.version()
  const containers = await docker.listContainers({ all: true, filters: own })
  const images = await docker.listImages({ filters: { label: ['deskhand.app=deskhand'] } })
  const about = `Docker ${Version} (API ${ApiVersion}) at ${where}; ${containers.length} sandboxes of this install`
  return images.length > 0
    ? { ok: true, text: `${about}; the sandbox image is there` }
    : { ok: false, text: `${about}; the sandbox image is not built yet: npm start builds it` }
}

async function ports({ values }: Config): Promise<Verdict> {
  const { HOST, PORT } = values
  const free = await new Promise<boolean>((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(false))
    probe.listen(PORT, HOST, () => probe.close(() => resolve(true)))
  })
  if (free) return { ok: true, text: `Port ${PORT} is free` }
  const health = await fetch(`http://127.0.0.1:${PORT}${values.BASE_PATH}api/health`, {
    signal: AbortSignal.timeout(3000),
  })
    .then((answer) => answer.json() as Promise<{ version?: string }>)
    .catch(() => undefined)
  return health?.version === undefined
    ? { ok: false, text: `Port ${PORT} is used by another program: stop it, or set PORT` }
    : { ok: true, text: `Deskhand ${health.version} answers at port ${PORT}` }
}

async function disk({ dataDir }: Config): Promise<Verdict> {
  const { bavail, bsize } = await statfs(existsSync(dataDir) ? dataDir : '.')
  const gigabytes = (bavail * bsize) / 1024 ** 3
  return {
    ok: gigabytes >= 2,
    text: `${gigabytes.toFixed(1)} GiB free for ${dataDir}${gigabytes < 2 ? ': make room, an image alone takes 1.5' : ''}`,
  }
}

async function clock(): Promise<Verdict> {
  const year = new Date().getFullYear()
  return { ok: year >= 2025, text: `The clock says ${new Date().toISOString()}` }
}

async function model({ values }: Config): Promise<Verdict> {
  const { API_BASE, API_KEY, MODEL_NAME } = values
  if (MODEL_NAME === undefined)
    return { ok: true, text: 'No model in the environment: the demo, or what is saved in Settings' }
  const report = await testConnection(
    {
      baseUrl: API_BASE ?? 'https://api.openai.com/v1',
      model: MODEL_NAME,
      connection: outgoing(values).settings,
      ...(API_KEY === undefined ? {} : { apiKey: API_KEY }),
    },
    AbortSignal.timeout(240_000),
  )
  const said = report.checks.filter((check) => check.verdict !== 'yes').map((check) => check.text)
  return { ok: report.ok, text: [`${report.model} at ${report.baseUrl}`, ...said].join('\n      ') }
}
