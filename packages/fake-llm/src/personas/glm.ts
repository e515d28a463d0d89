import { forcedChoice, persona, refuse } from './persona.ts'

/** GLM: errors by number, only tool_choice auto, stream_options ignored since usage always comes. */
export const glm = persona({
  name: 'glm',
  models: ['glm-5'],
  contextWindow: 202_752,
  shape: { reasoning: 'reasoning_content', usage: 'finish', argumentPieces: 'whole' },
  errorBody: ({ message, code }) => ({ error: { code: String(code ?? '1214'), message } }),
  words: {
    V13: () => ({ message: 'Prompt exceeds max length', code: '1261' }),
    V5: () => ({ message: 'The messages parameter is illegal. Please check the documentation.' }),
    V8: () => ({ message: 'The messages parameter is illegal. Please check the documentation.' }),
  },
  check(request) {
    if (forcedChoice(request)) return refuse('tool_choice only supports auto', { code: '1210' })
    if (request.max_completion_tokens != null)
      return refuse('API parameter error: unknown parameter max_completion_tokens', { code: '1210' })
    return undefined
  },
})
