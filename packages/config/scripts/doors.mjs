import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { root } from './place.mjs'
import { say } from './say.mjs'

/** Which room may import which, as house.md draws it. Tests and doubles may also use what `inTests` names. */
const rooms = {
  'packages/protocol': { may: [] },
  'packages/llm': { may: [], inTests: ['fake-llm'] },
  'packages/sandbox': { may: ['protocol'] },
  'packages/browser': { may: ['protocol'], inTests: ['sites', 'sandbox', 'llm', 'fake-llm'] },
  'packages/agent': { may: ['llm', 'protocol'], inTests: ['fake-llm'] },
  'packages/tools': { may: ['agent', 'sandbox', 'browser', 'protocol'], inTests: ['llm', 'sites'] },
  'packages/fake-llm': { may: ['protocol'], inTests: ['llm', 'agent', 'tools'] },
  'packages/sites': { may: [] },
  'packages/bench': {
    may: ['protocol', 'llm', 'sandbox', 'browser', 'agent', 'tools', 'fake-llm', 'sites', 'server'],
  },
  'packages/config': { may: [] },
  'apps/server': { may: ['protocol', 'llm', 'sandbox', 'browser', 'agent', 'tools', 'fake-llm', 'sites'] },
  'apps/web': { may: ['protocol'] },
  'sandbox-image/api': { may: ['protocol'] },
}
// Programs of their own, each with one reader of its environment; scripts run before there is a server.
const envReaders =
  /^(apps\/server\/src\/config\.ts|packages\/config\/|packages\/bench\/|packages\/fake-llm\/src\/cli\.ts|sandbox-image\/api\/src\/settings\.ts|.*\.config\.ts$)/
const isTest = (file) => /\.test\.tsx?$|\/(testing|e2e)\//.test(file)

export function doors() {
  const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '*.ts', '*.tsx', '*.mjs'], {
    cwd: root,
    encoding: 'utf8',
  })
    .split('\n')
    .filter((file) => file && existsSync(join(root, file)))
  const wrong = [...files.flatMap(ofFile), ...lockFaults()]
  for (const line of wrong) say.error(line)
  return wrong.length === 0
}

function ofFile(file) {
  const room = Object.keys(rooms).find((name) => file.startsWith(`${name}/`))
  const text = readFileSync(join(root, file), 'utf8')
  const found = []
  if (!isTest(file) && !envReaders.test(file) && /\bprocess\.env\b/.test(text)) {
    found.push(`${file}: reads process.env; only apps/server/src/config.ts does`)
  }
  if (!room) return found
  const { may, inTests = [] } = rooms[room]
  const allowed = new Set([...may, ...(isTest(file) ? inTests : []), room.split('/').pop()])
  for (const [, from] of text.matchAll(/(?:from|import)\s*\(?\s*['"]([^'"]+)['"]/g)) {
    const ours = /^@deskhand\/([\w-]+)/.exec(from)?.[1]
    if (ours && !allowed.has(ours)) found.push(`${file}: ${room} may not import @deskhand/${ours}`)
    if (!from.startsWith('.')) continue
    const target = normalize(join(dirname(file), from))
    if (!target.startsWith(`${room}/`)) found.push(`${file}: reaches out of its room to ${target}`)
    const feature = /^apps\/web\/src\/features\/([\w-]+)\//.exec(file)?.[1]
    const other = /^apps\/web\/src\/features\/([\w-]+)\//.exec(target)?.[1]
    if (feature && other && feature !== other)
      found.push(`${file}: feature ${feature} imports feature ${other}; they meet in app/`)
  }
  return found
}

/** The lock names no registry, so that it installs everywhere. */
function lockFaults() {
  const lock = readFileSync(join(root, 'pnpm-lock.yaml'), 'utf8')
  return /^\s*(resolution:.*tarball:|.*https?:\/\/)/m.test(lock.replace(/^\s*deprecated:.*$/gm, ''))
    ? ['pnpm-lock.yaml: names an address; install again with omit-lockfile-registry-resolved']
    : []
}
