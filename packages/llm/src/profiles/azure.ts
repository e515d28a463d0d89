import { openai } from './openai.ts'
import type { Preset } from './profile.ts'

export const azure: Preset = {
  name: 'azure',
  title: 'Azure OpenAI',
  matches: ({ host }) => /\.(openai|cognitiveservices|services\.ai)\.azure\.(com|us|cn)$/.test(host),
  profile: { ...openai.profile, auth: 'api-key', cacheKey: false },
  forModel: openai.forModel,
}
