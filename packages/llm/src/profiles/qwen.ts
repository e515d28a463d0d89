import type { Preset } from './profile.ts'

export const qwen: Preset = {
  name: 'qwen',
  title: 'Qwen (DashScope)',
  baseUrl: 'https://dashscope.aliyuncs.com/compatible-mode/v1',
  matches: ({ host, model }) =>
    /^dashscope/.test(host) || /^(qwen|qwq|qvq)[\d.-]*-?(max|plus|turbo|flash|vl)/.test(model),
  profile: {
    emptyContent: 'empty',
    // JSON mode and thinking exclude each other there.
    jsonMode: false,
    reasoning: { replay: 'optional', field: 'reasoning_content' },
    imageTokens: 'blocks',
    contextWindow: 128_000,
  },
  forModel: (model) => (/vl|qvq|omni|qwen3\.[5-9]/.test(model) ? {} : { images: false }),
}
