import type { Preset } from './profile.ts'

export const lmstudio: Preset = {
  name: 'lmstudio',
  title: 'LM Studio',
  baseUrl: 'http://localhost:1234/v1',
  matches: ({ port }) => port === '1234',
  profile: { emptyContent: 'empty', cutsSilently: true, imageTokens: 'flat', jsonMode: false },
}
