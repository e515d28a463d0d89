import { describe, expect, test } from 'vitest'
import { errorFromNetwork, errorFromResponse } from './classify.ts'
import { redact } from './redact.ts'
import { readRetryAfter } from './retry-after.ts'

const target = { baseUrl: 'https://api.example.com/v1', model: 'm-1', secrets: ['topsecret42'] }
const headers = (values: Record<string, string> = {}) => ({ get: (name: string) => values[name] ?? null })
const classify = (status: number, body: unknown, more: Record<string, string> = {}) =>
  errorFromResponse(
    { status, headers: headers(more) },
    typeof body === 'string' ? body : JSON.stringify(body),
    target,
    0,
  )
const says = (message: string, code?: string | number) => ({ error: { message, code } })

describe('the class of an answer', () => {
  test.each([
    [429, says('Rate limit reached for requests'), 'rate_limit'],
    [429, says('You exceeded your current quota, please check your plan', 'insufficient_quota'), 'quota'],
    [
      429,
      [
        {
          error: {
            code: 429,
            status: 'RESOURCE_EXHAUSTED',
            message: 'Quota exceeded',
            details: [{ retryDelay: '17s' }],
          },
        },
      ],
      'rate_limit',
    ],
    [529, says('Overloaded'), 'rate_limit'],
    [503, says('The engine is currently overloaded'), 'rate_limit'],
    [402, says('Insufficient Balance'), 'quota'],
    [400, says('Access denied, your account is in arrears', 'Arrearage'), 'quota'],
    [429, says('余额不足', '1113'), 'quota'],
    [401, says('Incorrect API key provided'), 'auth'],
    [403, says('permission denied'), 'auth'],
    [
      400,
      [
        {
          error: {
            code: 400,
            message: 'API key not valid. Please pass a valid API key.',
            status: 'INVALID_ARGUMENT',
          },
        },
      ],
      'auth',
    ],
    [404, says('The model `m-1` does not exist', 'model_not_found'), 'not_found'],
    [400, says('Model Not Exist'), 'not_found'],
    [404, { error: 'model "m-1" not found, try pulling it first' }, 'not_found'],
    [404, '<html><title>404</title></html>', 'not_found'],
    [
      400,
      says("This model's maximum context length is 65536 tokens. However, you requested 70000"),
      'overflow',
    ],
    [400, { message: 'prompt is too long: 210000 tokens > 200000 maximum' }, 'overflow'],
    [
      400,
      {
        error: {
          message: 'the request exceeds the available context size',
          type: 'exceed_context_size_error',
        },
      },
      'overflow',
    ],
    [400, { code: 'InvalidParameter', message: 'Range of input length should be [1, 30720]' }, 'overflow'],
    [400, says('The input token count (1200000) exceeds the maximum number of tokens allowed'), 'overflow'],
    [413, '', 'overflow'],
    [
      400,
      says('The response was filtered due to content management policy', 'content_filter'),
      'content_filter',
    ],
    [
      400,
      { code: 'data_inspection_failed', message: 'Input data may contain inappropriate content.' },
      'content_filter',
    ],
    [400, says('Content Exists Risk'), 'content_filter'],
    [400, { detail: [{ loc: ['body', 'foo'], msg: 'Extra inputs are not permitted' }] }, 'unsupported'],
    [400, says('m-1 does not support tools'), 'unsupported'],
    [400, says('Invalid message order'), 'invalid_request'],
    [500, says('boom'), 'server'],
    [502, '<html>Bad Gateway</html>', 'server'],
    [408, '', 'server'],
    [599, says('no rule matched'), 'invalid_request'],
  ])('%i %j is %s', (status, body, expected) => {
    expect(classify(status, body).class).toBe(expected)
  })

  test('keeps the words of the provider behind a gateway', () => {
    const body = {
      error: {
        message: 'Provider returned error',
        code: 400,
        metadata: { raw: '{"error":{"message":"image input is off"}}' },
      },
    }
    expect(classify(400, body).providerText).toContain('image input is off')
  })

  test('names model, address and setting, never a secret', () => {
    const error = classify(401, says('Incorrect API key provided: topsecret42 (Bearer abcdefghijklmnop)'))
    expect(error.message).toContain('m-1 at https://api.example.com/v1')
    expect(error.hint).toContain('API_KEY')
    expect(JSON.stringify(error) + error.message).not.toMatch(/topsecret42|abcdefghijklmnop/)
  })

  test('an untrusted certificate points to EXTRA_CA_CERTS', () => {
    const cause = Object.assign(new Error('x'), { code: 'SELF_SIGNED_CERT_IN_CHAIN' })
    expect(errorFromNetwork(new TypeError('fetch failed', { cause }), target).hint).toContain(
      'EXTRA_CA_CERTS',
    )
  })
})

describe('how long to wait', () => {
  const now = Date.UTC(2026, 0, 1)
  test.each([
    [{ 'retry-after': '7' }, '', 7_000],
    [{ 'retry-after-ms': '250', 'retry-after': '9' }, '', 250],
    [{ 'retry-after': 'Thu, 01 Jan 2026 00:00:30 GMT' }, '', 30_000],
    [{ 'x-ratelimit-remaining-requests': '0', 'x-ratelimit-reset-requests': '6m0s' }, '', 360_000],
    [{ 'x-ratelimit-remaining-tokens': '0', 'x-ratelimit-reset-tokens': '120ms' }, '', 120],
    [{ 'x-ratelimit-remaining-requests': '5', 'x-ratelimit-reset-requests': '6m0s' }, '', undefined],
    [{ 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': String(now + 4_000) }, '', 4_000],
    [{}, 'Please try again in 20s.', 20_000],
    [{}, '"retryDelay": "17s"', 17_000],
    [{}, 'no idea', undefined],
  ])('%j %s', (values, text, expected) => {
    expect(readRetryAfter(headers(values), text, now)).toBe(expected)
  })
})

test('keys are taken out of texts, words are left in', () => {
  expect(redact('key sk-proj-abcdefghijklmnop, url https://u:pw123@host/v1', [])).toBe(
    'key [removed], url https://[removed]@host/v1',
  )
  expect(redact('the api key is wrong; max_tokens: 100')).toBe('the api key is wrong; max_tokens: 100')
})
