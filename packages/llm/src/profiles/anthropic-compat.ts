import type { Preset } from './profile.ts'

export const anthropicCompat: Preset = {
  name: 'anthropic-compat',
  title: 'Anthropic (compatible endpoint)',
  baseUrl: 'https://api.anthropic.com/v1',
  matches: ({ host, model }) => /(^|\.)anthropic\.com$/.test(host) || /^claude-/.test(model),
  profile: {
    emptyContent: 'absent',
    reasoning: { replay: 'never' },
    imageTokens: 'patches',
    maxImages: 50,
    contextWindow: 200_000,
    jsonMode: false,
  },
}
