import type { Preset } from './profile.ts'

export const mistral: Preset = {
  name: 'mistral',
  title: 'Mistral',
  baseUrl: 'https://api.mistral.ai/v1',
  matches: ({ host, model }) =>
    /(^|\.)mistral\.ai$/.test(host) ||
    /^(mistral|magistral|codestral|devstral|pixtral|ministral)-/.test(model),
  profile: {
    toolName: true,
    emptyContent: 'empty',
    callIds: 'nine',
    alternate: true,
    streamUsage: false,
    reasoning: { replay: 'never' },
    contextWindow: 128_000,
    imageTokens: 'flat',
  },
  forModel: (model) => (/codestral|devstral/.test(model) ? { images: false } : {}),
}
