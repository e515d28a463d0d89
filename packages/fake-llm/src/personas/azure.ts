import { openAiStrict } from './openai-strict.ts'
import { persona } from './persona.ts'

const safe = Object.fromEntries(
  ['hate', 'self_harm', 'sexual', 'violence'].map((name) => [name, { filtered: false, severity: 'safe' }]),
)

/** Azure: the deployment in the path, a version in the query, and a first chunk that only tells of filters. */
export const azure = persona({
  name: 'azure',
  models: ['gpt-5.2'],
  contextWindow: 128_000,
  check: openAiStrict.check,
  shape: {
    firstChunk: { choices: [], prompt_filter_results: [{ prompt_index: 0, content_filter_results: safe }] },
  },
  checkUrl(url) {
    const deployment = /^\/openai\/deployments\/[^/]+\/chat\/completions$/.test(url.pathname)
    if (deployment && !url.searchParams.get('api-version'))
      return { status: 404, message: 'Resource not found', code: '404' }
    // The v1 surface takes the deployment as the model and needs no version.
    if (deployment || /^\/(?:openai\/)?v1\//.test(url.pathname)) return undefined
    return { status: 404, message: 'Resource not found', code: '404' }
  },
})
