import type { Preset } from './profile.ts'

export const llamacpp: Preset = {
  name: 'llamacpp',
  title: 'llama.cpp server',
  baseUrl: 'http://localhost:8080/v1',
  matches: ({ host, port }) => /(^|[.-])llama-?cpp/.test(host) || (port === '8080' && host === 'localhost'),
  // Its chat templates alternate strictly for several families.
  profile: { emptyContent: 'empty', alternate: true, cutsSilently: true, imageTokens: 'flat' },
}
