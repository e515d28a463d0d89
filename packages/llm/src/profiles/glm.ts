import type { Preset } from './profile.ts'

export const glm: Preset = {
  name: 'glm',
  title: 'Zhipu GLM',
  baseUrl: 'https://open.bigmodel.cn/api/paas/v4',
  matches: ({ host, model }) => /(^|\.)(bigmodel\.cn|z\.ai)$/.test(host) || /^glm-/.test(model),
  profile: {
    streamUsage: false,
    emptyContent: 'empty',
    contextWindow: 128_000,
    imageTokens: 'flat',
  },
  forModel: (model) => (/\dv|vision/.test(model) ? {} : { images: false }),
}
