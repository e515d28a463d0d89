import { doors } from './doors.mjs'
import { bin } from './place.mjs'
import { say } from './say.mjs'
import { onTerminal } from './shell.mjs'

const program = (name, args) => async () => (await onTerminal(bin(name), args)) === 0

/** What `npm run check` asks, in the order of how fast it answers. */
const list = [
  ['doors', doors],
  ['format and lint', program('biome', ['ci', '--error-on-warnings', '.'])],
  ['types', program('tsc', ['-p', 'tsconfig.json'])],
  ['types of the page', program('tsc', ['-p', 'apps/web/tsconfig.json'])],
  ['types of in-page code', program('tsc', ['-p', 'packages/browser/src/page/tsconfig.json'])],
  ['unused code', program('knip', [])],
]

export async function checks() {
  const failed = []
  for (const [name, run] of list) {
    if (await run()) say.done(name)
    else failed.push(name)
  }
  if (failed.length > 0) say.error(`Not clean: ${failed.join(', ')}`)
  return failed.length > 0 ? 1 : 0
}
