import { browserClick } from './browser-click.ts'
import { browserDrag } from './browser-drag.ts'
import { browserFile } from './browser-file.ts'
import { browserFill } from './browser-fill.ts'
import { browserOpen } from './browser-open.ts'
import { browserPress } from './browser-press.ts'
import { browserScript } from './browser-script.ts'
import { browserScroll } from './browser-scroll.ts'
import { browserType } from './browser-type.ts'
import { browserView } from './browser-view.ts'

/** The tools that use the sandbox's Chrome, in the order the model sees them. */
export const browserTools = [
  browserOpen,
  browserView,
  browserClick,
  browserType,
  browserFill,
  browserPress,
  browserScroll,
  browserDrag,
  browserScript,
  browserFile,
] as const
