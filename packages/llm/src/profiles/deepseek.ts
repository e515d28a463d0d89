import type { Preset } from './profile.ts'

export const deepseek: Preset = {
  name: 'deepseek',
  title: 'DeepSeek',
  baseUrl: 'https://api.deepseek.com/v1',
  matches: ({ host, model }) =>
    /(^|\.)deepseek\.com$/.test(host) || /^deepseek-(v[4-9]|chat|reasoner)/.test(model),
  profile: {
    // Thinking is the default there, and then a request without the earlier reasoning is refused.
    reasoning: { replay: 'required', field: 'reasoning_content' },
    emptyContent: 'empty',
    images: false,
    contextWindow: 128_000,
    imageTokens: 'flat',
  },
}
