import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

// Found through the package, so that the path is right in a bundle too.
const packageFolder = dirname(createRequire(import.meta.url).resolve('@deskhand/fake-llm/package.json'))

/** Absolute path of what lies in the package's scenarios folder: `demo`, `golden`, a file. */
export const scenarioPath = (...names: string[]): string => join(packageFolder, 'scenarios', ...names)
