import type { Preset } from './profile.ts'

export const vllm: Preset = {
  name: 'vllm',
  title: 'vLLM',
  baseUrl: 'http://localhost:8000/v1',
  matches: ({ host, port }) => /(^|[.-])vllm/.test(host) || (port === '8000' && host === 'localhost'),
  profile: { emptyContent: 'empty', imageTokens: 'flat' },
}
