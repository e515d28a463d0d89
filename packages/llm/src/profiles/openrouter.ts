import type { Preset } from './profile.ts'

export const openrouter: Preset = {
  name: 'openrouter',
  title: 'OpenRouter',
  baseUrl: 'https://openrouter.ai/api/v1',
  matches: ({ host }) => /(^|\.)openrouter\.ai$/.test(host),
  // `usage.include` also brings the price of the request.
  profile: { contextWindow: 128_000, extraBody: { usage: { include: true } } },
}
