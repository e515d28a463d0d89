import { aim } from './aim.ts'
import { calendars } from './calendars.ts'
import { changes } from './changes.ts'
import { fields } from './fields.ts'
import { find } from './find.ts'
import { identity } from './identity.ts'
import { kinds } from './kinds.ts'
import { markdown } from './markdown.ts'
import { monthGrid } from './month-grid.ts'
import { passages } from './passages.ts'
import { told } from './told.ts'
import { tree } from './tree.ts'
import { walk } from './walk.ts'
import { wordsOf } from './words-of.ts'

const parts = [
  tree,
  wordsOf,
  kinds,
  identity,
  changes,
  told,
  monthGrid,
  walk,
  aim,
  find,
  fields,
  calendars,
  markdown,
  passages,
]

// The functions' own text is what a page gets: it is the same under vitest, tsx and in the bundle, and needs no build.
// Some of those name functions through a helper that the page does not have.
/** An expression that makes `deskhand` in the world it is evaluated in, once. */
export const pageSource: string = `(() => {
  if (globalThis.deskhand) return true
  const __name = (f) => f;
  const page = {};
  ${parts.map((part) => `(${part.toString()})(page);`).join('\n  ')}
  globalThis.deskhand = page
  return true
})()`
