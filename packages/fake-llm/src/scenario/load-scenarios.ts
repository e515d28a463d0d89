import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { parse } from 'yaml'
import { readScenario, type Scenario } from './scenario.ts'

/** Reads scenario files, and all *.yaml of folders (by name). Throws a sentence that names the bad file. */
export async function loadScenarios(...paths: string[]): Promise<Scenario[]> {
  const scenarios: Scenario[] = []
  for (const path of paths) for (const file of await filesOf(path)) scenarios.push(await loadScenario(file))
  return scenarios
}

async function filesOf(path: string): Promise<string[]> {
  const found = await stat(path).catch((cause) => {
    throw new Error(`There is no scenario file or folder ${path}`, { cause })
  })
  if (!found.isDirectory()) return [path]
  const names = (await readdir(path)).filter((name) => /\.ya?ml$/.test(name)).sort()
  return names.map((name) => join(path, name))
}

async function loadScenario(file: string): Promise<Scenario> {
  const text = await readFile(file, 'utf8')
  let content: unknown
  try {
    content = parse(text)
  } catch (cause) {
    throw new Error(`${file} is not YAML: ${(cause as Error).message}`, { cause })
  }
  return readScenario(content, file)
}
