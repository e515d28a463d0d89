import { describe, expect, test } from 'vitest'
import { type ChatMessage, ModelError, type ReplyRequest } from '../chat-model.ts'
import { requestBody } from '../shape/request-body.ts'
import { findPreset, presetProfile, presets } from './index.ts'
import { learn } from './learn.ts'
import { LiveProfile } from './live-profile.ts'
import { genericProfile, type ModelProfile } from './profile.ts'
import { memoryProfileStore } from './profile-store.ts'

const messages: ChatMessage[] = [
  { role: 'system', content: 'role: executor · protocol 1' },
  {
    role: 'user',
    content: [
      { type: 'text', text: 'go' },
      { type: 'image', mime: 'image/png', data: 'aGk=' },
    ],
  },
  {
    role: 'assistant',
    content: '',
    calls: [
      {
        id: 'call_with_a_long_id',
        name: 'look',
        arguments: '{ "a": 1 }',
        extra: { extra_content: { s: 1 } },
      },
    ],
    reasoning: { field: 'reasoning_content', text: 'hm' },
  },
  { role: 'tool', callId: 'call_with_a_long_id', name: 'look', content: 'status: ok' },
  { role: 'user', content: 'go on' },
]
const request: ReplyRequest = {
  messages,
  tools: [{ name: 'look', description: 'Looks.', parameters: {} }],
  purpose: 'executor',
}

describe.each(presets.map((preset) => [preset.name, preset] as const))('%s', (name, preset) => {
  const profile: ModelProfile = { ...genericProfile, ...preset.profile, preset: name }
  const body = requestBody(request, { model: 'm' }, profile)
  const wire = body.messages as {
    role: string
    content?: unknown
    tool_calls?: { id: string }[]
    tool_call_id?: string
  }[]

  test('has a title, a window and a mended base URL if any', () => {
    expect(preset.title).not.toBe('')
    expect(profile.contextWindow).toBeGreaterThanOrEqual(8_192)
    if (preset.baseUrl) expect(findPreset(preset.baseUrl, 'm').name).toBe(name)
  })

  test('never asks for what only some servers know', () => {
    for (const field of [
      'tool_choice',
      'parallel_tool_calls',
      'response_format',
      'temperature',
      'max_tokens',
      'strict',
    ]) {
      expect(body).not.toHaveProperty(field)
    }
  })

  test('keeps calls with their results, raw arguments and unknown fields', () => {
    const call = wire.find(({ tool_calls }) => tool_calls)?.tool_calls?.[0]
    expect(call).toMatchObject({
      type: 'function',
      function: { name: 'look', arguments: '{ "a": 1 }' },
      extra_content: { s: 1 },
    })
    expect(wire.find(({ role }) => role === 'tool')?.tool_call_id).toBe(call?.id)
  })

  test('a picture goes out only where the model sees', () => {
    expect(JSON.stringify(body).includes('image_url')).toBe(profile.images)
  })
})

describe('which preset', () => {
  test.each([
    ['https://api.openai.com/v1', 'gpt-5', 'openai'],
    ['https://me.openai.azure.com', 'my-deployment', 'azure'],
    ['https://openrouter.ai/api/v1', 'deepseek/deepseek-v4', 'openrouter'],
    ['http://gateway:4000/v1', 'deepseek/deepseek-v4-pro', 'deepseek'],
    ['http://localhost:11434/v1', 'deepseek-r1:8b', 'ollama'],
    ['https://api.moonshot.ai/v1', 'kimi-k2.6', 'kimi'],
    ['https://dashscope-intl.aliyuncs.com/compatible-mode/v1', 'qwen3-max', 'qwen'],
    ['https://open.bigmodel.cn/api/paas/v4', 'glm-5', 'glm'],
    ['http://localhost:8000/v1', 'Qwen/Qwen3-32B', 'vllm'],
    ['https://bedrock-runtime.us-east-1.amazonaws.com/openai/v1', 'openai.gpt-oss-120b', 'bedrock-compat'],
    ['http://10.0.0.9:9999/v1', 'something', 'generic'],
  ])('%s with %s is %s', (url, model, name) => {
    expect(findPreset(url, model).name).toBe(name)
  })

  test('a chosen one wins, an unknown one is an error', () => {
    expect(presetProfile('http://10.0.0.9/v1', 'm', 'mistral').callIds).toBe('nine')
    expect(() => findPreset('http://10.0.0.9/v1', 'm', 'misral')).toThrow(/no model preset/)
  })
})

test('what a person chose wins over what was learned, which wins over the preset', () => {
  const store = memoryProfileStore()
  const address = { baseUrl: 'https://api.mistral.ai/v1', model: 'm' }
  const live = new LiveProfile(address, store, { images: false })
  live.try({ images: true, toolName: false })
  expect(live.current).toMatchObject({ images: false, toolName: false, alternate: true })
  live.forget()
  expect(live.current.toolName).toBe(true)
  live.try({ toolName: false })
  live.keep()
  expect(new LiveProfile(address, store).current).toMatchObject({ toolName: false, images: true })
})

describe('lessons', () => {
  const teach = (
    words: string,
    patch: Partial<ModelProfile> = {},
    asked = { images: 2, tools: true, jsonMode: true },
  ) =>
    learn(
      new ModelError('invalid_request', words, { providerText: words }),
      { ...genericProfile, ...patch },
      asked,
    )?.patch

  test.each<[string, Partial<ModelProfile>, Partial<ModelProfile>]>([
    ['Thinking mode does not support this tool_choice', { toolChoice: 'auto' }, { toolChoice: 'omit' }],
    ['tool_choice is required when tools are given', {}, { toolChoice: 'auto' }],
    ['At most 1 image(s) may be provided in one request', {}, { maxImages: 1 }],
    ['This model does not support image input', {}, { images: false }],
    ['unknown variant `image_url`, expected `text`', {}, { images: false }],
    ['No endpoints found that support image input', {}, { images: false }],
    ['No endpoints found that support tool use', {}, { tools: 'text' }],
    ['registry.ollama.ai/library/x does not support tools', {}, { tools: 'text' }],
    [
      'thinking is enabled but reasoning_content is missing in assistant tool call message at index 2',
      {},
      { reasoning: { replay: 'required', field: 'reasoning_content' } },
    ],
    [
      'messages.2.reasoning_content: Extra inputs are not permitted',
      { reasoning: { replay: 'required' } },
      { reasoning: { replay: 'never' } },
    ],
    ["Use 'max_completion_tokens' instead of 'max_tokens'", {}, { maxTokensField: 'max_completion_tokens' }],
    [
      'Unknown field max_completion_tokens',
      { maxTokensField: 'max_completion_tokens' },
      { maxTokensField: 'max_tokens' },
    ],
    ['max_tokens must be at most 8192, got 100000', {}, { maxOutput: 8_192 }],
    ['temperature: only 1 is allowed for this model', {}, { temperature: false }],
    ['stream_options is not supported', {}, { streamUsage: false }],
    ["'response_format' json_object is not supported", {}, { jsonMode: false }],
    [
      "'developer' is not one of ['system', 'user']: invalid role",
      { systemRole: 'developer' },
      { systemRole: 'system' },
    ],
    ['System role not supported', {}, { systemRole: 'user' }],
    ['Conversation roles must alternate user/assistant/user/assistant', {}, { alternate: true }],
    ["Unexpected role 'user' after role 'tool'", {}, { alternate: true }],
    ['Tool call id was x but must be a-z, A-Z, 0-9, with a length of 9.', {}, { callIds: 'nine' }],
    [
      '* GenerateContentRequest.contents[2].parts[0].function_response.name: Name cannot be empty.',
      {},
      { toolName: true },
    ],
    ['Unrecognized request argument: prompt_cache_key', { cacheKey: true }, { cacheKey: false }],
    ['streaming is not supported for this model', {}, { stream: false, streamUsage: false }],
  ])('%s', (words, before, patch) => {
    expect(teach(words, before)).toEqual(patch)
  })

  test.each(['messages: odd', 'The image of the docker container is unknown to us?'])(
    '%s teaches nothing',
    (words) => {
      expect(teach(words, {}, { images: 0, tools: true, jsonMode: false })).toBeUndefined()
    },
  )

  test('a 500 teaches only what llama.cpp says with one', () => {
    const asked = { images: 0, tools: true, jsonMode: false }
    const failed = (words: string) =>
      learn(new ModelError('server', words, { status: 500, providerText: words }), genericProfile, asked)
        ?.name
    expect(failed('conversation roles must alternate user/assistant/user/assistant/...')).toBe('alternate')
    expect(failed('tools param requires --jinja flag')).toBe('tools')
    expect(failed('Unsupported temperature sensor')).toBeUndefined()
  })

  test('a rate limit teaches nothing whatever it names', () => {
    expect(
      learn(new ModelError('rate_limit', 'temperature'), genericProfile, {
        images: 0,
        tools: true,
        jsonMode: false,
      }),
    ).toBeUndefined()
  })
})
