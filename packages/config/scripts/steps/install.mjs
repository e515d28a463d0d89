import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { hashOf, logFile, root, stamp } from '../place.mjs'
import { Failed, say, timed } from '../say.mjs'
import { aptInstall, has, isDebianFamily, isRoot, logged } from '../shell.mjs'

const MINIMUM = [20, 19]

/** Dependencies by the pinned pnpm, exactly as the lock file says. Done again only when their inputs change. */
export async function install() {
  checkNode()
  const hash = hashOf(
    ['pnpm-lock.yaml', 'pnpm-workspace.yaml', 'package.json'],
    `${process.version} ${process.platform} ${process.arch}`,
  )
  if (stamp.fresh('install', hash)) return
  await compilerForSqlite()
  const { packageManager } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  // node-gyp takes one core unless told; SQLite is most of a first install's time.
  await timed('Installing dependencies (the first time takes a minute or two)', () =>
    logged(
      'npx',
      ['--yes', packageManager, 'install', '--frozen-lockfile', '--reporter=append-only'],
      logFile('install'),
      {
        what: 'Installing dependencies',
        hint: 'Is the npm registry reachable? Behind a proxy set HTTPS_PROXY, behind a private CA NODE_EXTRA_CA_CERTS.',
        env: { JOBS: 'max', CI: 'true' },
      },
    ),
  )
  stamp.set('install', hash)
}

function checkNode() {
  const [major, minor] = process.versions.node.split('.').map(Number)
  if (major > MINIMUM[0] || (major === MINIMUM[0] && minor >= MINIMUM[1])) return
  throw new Failed(
    `Node.js ${process.versions.node} is too old: install 20.19 or newer (https://nodejs.org) and run this again.`,
  )
}

/** The database driver ships no binary for every platform; where it must be compiled, that needs a compiler. */
async function compilerForSqlite() {
  if (has('python3') && has('make') && (has('g++') || has('c++'))) return
  if (isRoot() && isDebianFamily()) {
    await timed('Installing a C++ compiler for the database driver', () =>
      aptInstall(['python3', 'make', 'g++'], logFile('apt')),
    )
    return
  }
  say.warn('No C++ compiler found. If the next step fails, install python3, make and g++ and run this again.')
}
