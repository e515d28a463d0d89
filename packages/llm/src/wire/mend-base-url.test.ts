import { describe, expect, test } from 'vitest'
import { mendBaseUrl } from './mend-base-url.ts'
import { isPrivateHost } from './private-host.ts'

describe('a pasted base URL', () => {
  test.each([
    ['https://api.openai.com/v1', 'https://api.openai.com/v1'],
    ['https://api.openai.com/v1/', 'https://api.openai.com/v1'],
    ['https://api.openai.com', 'https://api.openai.com/v1'],
    ['api.deepseek.com', 'https://api.deepseek.com/v1'],
    ['https://api.deepseek.com/v1/chat/completions', 'https://api.deepseek.com/v1'],
    ['https://api.deepseek.com/chat/completions?x=1', 'https://api.deepseek.com/v1'],
    ['localhost:11434', 'http://localhost:11434/v1'],
    ['http://localhost:11434/api', 'http://localhost:11434/v1'],
    [' "http://192.168.1.5:1234/v1" ', 'http://192.168.1.5:1234/v1'],
    ['nas:8000', 'http://nas:8000/v1'],
    ['https://generativelanguage.googleapis.com', 'https://generativelanguage.googleapis.com/v1beta/openai'],
    ['https://dashscope.aliyuncs.com', 'https://dashscope.aliyuncs.com/compatible-mode/v1'],
    ['https://open.bigmodel.cn/api/paas/v4/', 'https://open.bigmodel.cn/api/paas/v4'],
    ['https://openrouter.ai/', 'https://openrouter.ai/api/v1'],
    ['https://x.openai.azure.com/', 'https://x.openai.azure.com'],
    ['https://gw.example.com/llm/v1/v1', 'https://gw.example.com/llm/v1'],
    ['https://gw.example.com//llm', 'https://gw.example.com/llm'],
  ])('%s', (input, url) => {
    expect(mendBaseUrl(input).url).toBe(url)
    expect(mendBaseUrl(url)).toEqual({ url, notes: [] })
  })

  test('what is changed is said', () => {
    expect(mendBaseUrl('https://h.example/v1/chat/completions').notes).toEqual([
      'left out the endpoint at the end',
    ])
  })

  test.each(['', 'ftp://x', 'http://'])('%j is refused with an example', (input) => {
    expect(() => mendBaseUrl(input)).toThrow(/an example/)
  })
})

test.each([
  ['127.0.0.1', true],
  ['10.1.2.3', true],
  ['172.20.0.2', true],
  ['172.40.0.2', false],
  ['192.168.0.9', true],
  ['ollama', true],
  ['nas.local', true],
  ['::1', true],
  ['api.openai.com', false],
  ['8.8.8.8', false],
])('%s is private: %s', (host, expected) => {
  expect(isPrivateHost(host)).toBe(expected)
})
