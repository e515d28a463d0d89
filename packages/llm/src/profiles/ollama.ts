import type { Preset } from './profile.ts'

export const ollama: Preset = {
  name: 'ollama',
  title: 'Ollama',
  baseUrl: 'http://localhost:11434/v1',
  matches: ({ host, port }) => port === '11434' || /(^|\.)ollama(\.com)?$/.test(host),
  profile: { emptyContent: 'empty', toolName: true, cutsSilently: true, imageTokens: 'flat' },
}
