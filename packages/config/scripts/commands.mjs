import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { checks } from './check.mjs'
import { bin, hashOf, loadEnv, root, stamp } from './place.mjs'
import { onTerminal } from './shell.mjs'
import { build } from './steps/build.mjs'
import { engine } from './steps/engine.mjs'
import { install } from './steps/install.mjs'
import { server } from './steps/server.mjs'
import { testNeeds } from './steps/test-needs.mjs'
import { runTests } from './tests.mjs'

async function ready() {
  // In the server's own image everything is installed and built, and the environment is the configuration.
  if (existsSync('/etc/deskhand-packaged')) return
  loadEnv()
  await install()
  await build()
}

/** A command of the server's own program, once that program is there. */
const ofServer = (name) => async (args) => {
  await ready()
  await server(name, ...args)
}

const image = () => onTerminal(process.execPath, [join(root, 'apps/server/dist/main.mjs'), 'image'])

/** As it was built before: the server itself looks again behind its start, so a second start need not wait for that. */
async function imageOnce() {
  const keys = [
    'SANDBOX_IMAGE',
    'BASE_IMAGE',
    'APT_MIRROR',
    'PIP_INDEX_URL',
    'NPM_REGISTRY',
    'EXTRA_CA_CERTS',
  ]
  const hash = hashOf(
    ['sandbox-image', 'packages/protocol/src/sandbox', 'packages/sandbox/src/image'],
    keys.map((key) => process.env[key]).join('\n'),
  )
  if (stamp.fresh('image', hash)) return 0
  const code = await image()
  if (code === 0) stamp.set('image', hash)
  return code
}

async function withSurroundings(work) {
  await ready()
  await testNeeds()
  const endEngine = await engine()
  try {
    const code = await image()
    return code === 0 ? await work() : code
  } finally {
    endEngine?.()
  }
}

export const commands = {
  async start(args) {
    await ready()
    await engine()
    const code = await imageOnce()
    if (code !== 0) return code
    await server('start', ...args)
  },
  async dev() {
    await ready()
    await engine()
    const code = await image()
    if (code !== 0) return code
    const page = onTerminal(bin('vite', 'apps/web'), ['build', '--watch'], { cwd: join(root, 'apps/web') })
    const program = onTerminal(bin('tsx'), [
      'watch',
      '--clear-screen=false',
      'apps/server/src/main.ts',
      'start',
    ])
    return Math.max(...(await Promise.all([page, program])))
  },
  test: (args) => withSurroundings(() => runTests(['quick', 'sandbox', 'browser', 'server', 'e2e'], args)),
  'test:long': (args) => withSurroundings(() => runTests(['long'], args)),
  async 'test:quick'(args) {
    await install()
    return runTests(['quick'], args)
  },
  async build() {
    await install()
    await build()
  },
  async settings() {
    await install()
    const write = `import { writeDescriptions } from './apps/server/src/settings/write-descriptions.ts'; writeDescriptions('.')`
    return onTerminal(bin('tsx'), ['--eval', write])
  },
  async check() {
    await install()
    return checks()
  },
  async bench(args) {
    return withSurroundings(() => onTerminal(bin('tsx'), ['packages/bench/src/main.ts', ...args]))
  },
  async trace(args) {
    await install()
    return onTerminal(bin('tsx'), ['apps/server/src/testing/trace-to-test.ts', ...args])
  },
  doctor: ofServer('doctor'),
  user: ofServer('user'),
  backup: ofServer('backup'),
  restore: ofServer('restore'),
  clean: ofServer('clean'),
}
