import { join } from 'node:path'
import { bin, hashOf, logFile, root, stamp } from '../place.mjs'
import { timed } from '../say.mjs'
import { logged } from '../shell.mjs'

/** Everything that has to be built before the product runs. One more is a line here. */
const builds = [
  { what: 'the gateway of the sandbox', dir: 'sandbox-image/api', command: 'tsdown', args: [] },
  { what: 'the server', dir: 'apps/server', command: 'tsdown', args: [] },
  { what: 'the page', dir: 'apps/web', command: 'vite', args: ['build'] },
]

export async function build() {
  const hash = hashOf(
    ['apps', 'packages', 'sandbox-image/api', 'pnpm-lock.yaml', 'tsconfig.base.json'],
    process.version,
  )
  if (stamp.fresh('build', hash)) return
  await timed('Building', () =>
    Promise.all(
      builds.map(({ what, dir, command, args }) =>
        logged(bin(command, dir), args, logFile(`build-${dir.replaceAll('/', '-')}`), {
          what: `Building ${what}`,
          cwd: join(root, dir),
        }),
      ),
    ),
  )
  stamp.set('build', hash)
}
