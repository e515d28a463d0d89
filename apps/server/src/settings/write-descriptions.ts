import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { composeKeys, envExample, settingsMarkdown } from './describe.ts'

const between = (text: string, from: string, to: string, inner: string) => {
  const start = text.indexOf(from) + from.length
  const end = text.indexOf(to, start)
  if (start < from.length || end < 0) throw new Error(`the marks ${from} … ${to} are gone`)
  return `${text.slice(0, start)}\n${inner}\n${text.slice(end)}`
}

/** The files that repeat the settings, as they should be: path → text. */
export function describedFiles(root: string): Record<string, string> {
  const read = (name: string) => readFileSync(join(root, name), 'utf8')
  return {
    '.env.example': envExample(),
    'README.md': between(read('README.md'), '<!-- settings -->', '<!-- /settings -->', settingsMarkdown()),
    'docker-compose.yml': between(
      read('docker-compose.yml'),
      '      # settings',
      '    # /settings',
      composeKeys()
        .map((key) => `      ${key}: \${${key}:-}`)
        .join('\n'),
    ),
  }
}

export function writeDescriptions(root: string): void {
  for (const [name, text] of Object.entries(describedFiles(root))) writeFileSync(join(root, name), text)
}
