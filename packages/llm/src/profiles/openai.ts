import type { Preset } from './profile.ts'

export const openai: Preset = {
  name: 'openai',
  title: 'OpenAI',
  baseUrl: 'https://api.openai.com/v1',
  matches: ({ host }) => host === 'api.openai.com',
  profile: {
    maxTokensField: 'max_completion_tokens',
    reasoning: { replay: 'never' },
    cacheKey: true,
    maxImages: 50,
    contextWindow: 128_000,
  },
  forModel(model) {
    if (/^(o\d|gpt-5)/.test(model)) {
      return { temperature: false, contextWindow: /^o1-mini/.test(model) ? 128_000 : 200_000 }
    }
    if (/^gpt-4\.1/.test(model)) return { contextWindow: 1_000_000 }
    if (/^gpt-3\.5/.test(model)) return { contextWindow: 16_385, images: false }
    return {}
  },
}
