import { settingsTable } from './index.ts'

// Three files repeat the settings for people and for compose. They are written from the one schema
// (`node packages/config/scripts/run.mjs settings`), and a test compares them.

const titles: Record<string, string> = {
  server: 'Server',
  model: 'Model',
  agent: 'Agent',
  search: 'Search',
  sandbox: 'Sandbox',
  docker: 'Docker',
}
const asked = new Set(['API_BASE', 'API_KEY', 'MODEL_NAME'])
/** set by docker-compose.yml itself */
const fixedInCompose = new Set([
  'HOST',
  'PORT',
  'PREVIEW_PORT',
  'DATA_DIR',
  'SANDBOX_NETWORK',
  'DOCKER_HOST',
  'DESKHAND_INSTALL_DOCKER',
])

function groups() {
  const found = new Map<string, ReturnType<typeof settingsTable>>()
  for (const row of settingsTable()) found.set(row.group, [...(found.get(row.group) ?? []), row])
  return found
}

/** worth a word only where it says more than the default does */
const telling = (example: string | undefined, shown: string) =>
  example && example !== shown && example.length > 1 ? example : undefined

/** `.env.example`: every key with what it is for; copied as it is, the product starts. */
export function envExample(): string {
  const lines = [
    '# Copy to .env and fill in what you need: everything is optional.',
    '# With no model set the page offers a demo with a scripted model.',
    '# The environment wins over this file, this file over what is saved in Settings.',
  ]
  for (const [group, rows] of groups()) {
    lines.push('', `# --- ${titles[group] ?? group}`)
    for (const { key, help, default: shown, example } of rows) {
      lines.push('', `# ${help}. Default: ${shown}${telling(example, shown) ? `. Example: ${example}` : ''}`)
      lines.push(asked.has(key) ? `${key}=` : `#${key}=`)
    }
  }
  return `${lines.join('\n')}\n`
}

/** The README's tables, one a group. */
export function settingsMarkdown(): string {
  const cell = (text: string) => text.replaceAll('|', '\\|')
  return [...groups()]
    .map(([group, rows]) =>
      [
        `**${titles[group] ?? group}**`,
        '',
        '| key | default | meaning |',
        '| --- | --- | --- |',
        ...rows.map(
          ({ key, help, default: shown, example }) =>
            `| \`${key}\` | ${cell(shown)} | ${cell(help)}${telling(example, shown) ? ` (for example \`${cell(example ?? '')}\`)` : ''} |`,
        ),
      ].join('\n'),
    )
    .join('\n\n')
}

/** The keys that docker-compose.yml hands on from `.env` or the shell. */
export const composeKeys = () =>
  settingsTable()
    .map(({ key }) => key)
    .filter((key) => !fixedInCompose.has(key))
