import type { Preset } from './profile.ts'

export const bedrockCompat: Preset = {
  name: 'bedrock-compat',
  title: 'Amazon Bedrock (compatible endpoint)',
  matches: ({ host }) => /^bedrock-(runtime|mantle)\..*amazonaws\.com$/.test(host),
  profile: {
    emptyContent: 'absent',
    maxTokensField: 'max_completion_tokens',
    reasoning: { replay: 'never' },
    imageTokens: 'patches',
    contextWindow: 128_000,
  },
}
