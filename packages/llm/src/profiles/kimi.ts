import type { Preset } from './profile.ts'

export const kimi: Preset = {
  name: 'kimi',
  title: 'Moonshot Kimi',
  baseUrl: 'https://api.moonshot.cn/v1',
  matches: ({ host, model }) => /(^|\.)moonshot\.(cn|ai)$/.test(host) || /^(kimi|moonshot)-/.test(model),
  profile: {
    temperature: false,
    reasoning: { replay: 'required', field: 'reasoning_content' },
    emptyContent: 'empty',
    contextWindow: 128_000,
    imageTokens: 'flat',
  },
  forModel: (model) => (/k2\.[5-9]|k[3-9]|vision/.test(model) ? {} : { images: false }),
}
