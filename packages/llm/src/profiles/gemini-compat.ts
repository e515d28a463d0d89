import type { Preset } from './profile.ts'

export const geminiCompat: Preset = {
  name: 'gemini-compat',
  title: 'Google Gemini (compatible endpoint)',
  baseUrl: 'https://generativelanguage.googleapis.com/v1beta/openai',
  matches: ({ host, model }) => /(^|\.)googleapis\.com$/.test(host) || /^(models\/)?gemini-/.test(model),
  profile: {
    toolName: true,
    emptyContent: 'absent',
    // Its thought signatures travel as unknown fields of the calls, which always go back.
    reasoning: { replay: 'never' },
    imageTokens: 'blocks',
    maxImages: 50,
    contextWindow: 1_000_000,
  },
}
