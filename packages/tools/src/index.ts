import { browserTools } from './browser-tools.ts'
import { fileEdit } from './file-edit.ts'
import { fileRead } from './file-read.ts'
import { fileSearch } from './file-search.ts'
import { fileWrite } from './file-write.ts'
import { shellContinue } from './shell-continue.ts'
import { shellExec } from './shell-exec.ts'
import { webSearch } from './web-search.ts'

export { searchProviders } from './search/index.ts'
export type { SearchSettings, World } from './world.ts'

/** The executor's tools in the order the model sees them, for a session's whole life. */
export const tools = [
  shellExec,
  shellContinue,
  fileRead,
  fileWrite,
  fileEdit,
  fileSearch,
  ...browserTools,
  webSearch,
] as const
