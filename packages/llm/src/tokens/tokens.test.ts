import fc from 'fast-check'
import { encode } from 'gpt-tokenizer/encoding/o200k_base'
import { beforeAll, describe, expect, test } from 'vitest'
import { calibrate } from './calibration.ts'
import { countImage, countRequest } from './count-request.ts'
import { countText, loadTokenizer } from './count-text.ts'
import { probeWindow } from './probe-window.ts'
import { silentCut, smallWindowError } from './small-window.ts'

beforeAll(() => loadTokenizer())

describe('texts', () => {
  const prose = 'The planner reviews each step, and 规划器会检查每一步 before the next one begins.\n'.repeat(
    150,
  )
  const lock = JSON.stringify(
    Array.from({ length: 300 }, (_, n) => ({
      name: `pkg-${n}`,
      hash: (n * 2_654_435_761).toString(36).repeat(4),
    })),
  )
  test.each([
    ['prose', prose],
    ['a lock file', lock],
  ])('%s is counted within one percent in pieces', (_what, text) => {
    const exact = encode(text).length
    expect(Math.abs(countText(text) - exact) / exact).toBeLessThan(0.01)
  })

  test('a long text is counted by samples, within five percent', () => {
    const text = (prose + lock).repeat(20)
    const exact = (encode(prose).length + encode(lock).length) * 20
    expect(Math.abs(countText(text) - exact) / exact).toBeLessThan(0.05)
  })

  test('special tokens are text like any other', () => {
    expect(countText('a <|endoftext|> b')).toBeGreaterThan(4)
    expect(countText('<|endoftext|>'.repeat(1_000))).toBeGreaterThan(1_000)
  })

  test('any text has a count, and a pathological one too', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 3_000 }), (text) =>
        Number.isInteger(countText(text)),
      ),
    )
    for (const text of ['a'.repeat(5_000_000), ' '.repeat(5_000_000), '\uD83D'.repeat(5_000)]) {
      expect(countText(text)).toBeGreaterThan(0)
    }
  })
})

test.each([
  [1_280, 1_024, 'tiles', 765],
  [512, 512, 'tiles', 255],
  [undefined, undefined, 'tiles', 1_500],
  [1_280, 1_024, 'flat', 1_500],
  [280, 280, 'blocks', 100],
  [750, 1_000, 'patches', 1_000],
] as const)('a picture of %s x %s by %s counts %i', (width, height, rule, expected) => {
  expect(countImage(width, height, rule)).toBe(expected)
})

test('calls, results, tools and replayed reasoning count', () => {
  const profile = { imageTokens: 'tiles', images: true } as const
  const count = (reasoning?: string) =>
    countRequest(
      [
        {
          role: 'assistant',
          content: '',
          calls: [{ id: 'a', name: 'look', arguments: '{"a":1}' }],
          ...(reasoning && { reasoning: { field: 'r', text: reasoning } }),
        },
      ],
      [],
      profile,
    )
  expect(count('several words of thought')).toBeGreaterThan(count())
})

describe('calibration', () => {
  test('three reports bring the estimate within a tenth', () => {
    let factor = 1
    for (let n = 0; n < 3; n += 1) factor = calibrate(factor, 10_000, 12_500)
    expect(Math.abs(factor - 1.25) / 1.25).toBeLessThan(0.1)
  })
  test('a report that cannot be true moves nothing', () => {
    expect(calibrate(1.1, 10_000, 100)).toBe(1.1)
    expect(calibrate(1.1, 50, 500)).toBe(1.1)
  })
})

describe('a silent cut', () => {
  test.each([
    [12_000, 4_096, 4_096],
    [12_000, 3_980, 4_096],
    [12_000, 3_100, 4_096],
    [6_000, 4_090, 4_096],
    [40_000, 8_190, 8_192],
    [5_000, 4_050, undefined],
    [12_000, 11_000, undefined],
    [12_000, 6_500, undefined],
    [2_000, 500, undefined],
    [12_000, 100, undefined],
  ])('of %i counted and %i reported is a window of %s', (counted, reported, window) => {
    expect(silentCut(counted, reported)).toBe(window)
  })
  test('is told with its size and the cure of that server', () => {
    const error = smallWindowError(4_096, 12_000, 'ollama')
    expect(error.message).toContain('4,096')
    expect(error.hint).toContain('num_ctx')
  })
  test('is told as too small to work in before anything was cut', () => {
    expect(smallWindowError(4_096, 1_300, 'ollama').message).toMatch(/4,096 .* needs 8,192/)
  })
})

describe('the window of a server', () => {
  const ask = (pages: Record<string, unknown>, model = 'm') => {
    const asked: string[] = []
    const found = probeWindow({
      address: { baseUrl: 'http://host/v1', model },
      headers: {},
      signal: new AbortController().signal,
      async fetch(url, { method }) {
        const path = new URL(url).pathname
        asked.push(`${method} ${path}`)
        const page = pages[path]
        if (page === 'broken') throw new TypeError('fetch failed')
        return {
          status: page === undefined ? 404 : 200,
          headers: new Headers(),
          body: null,
          text: async () => JSON.stringify(page ?? {}),
        }
      },
    })
    return { found, asked }
  }

  test.each<[string, Record<string, unknown>, number]>([
    [
      'vLLM',
      {
        '/v1/models': {
          data: [
            { id: 'other', max_model_len: 1_000 },
            { id: 'm', max_model_len: 40_960 },
          ],
        },
      },
      40_960,
    ],
    ['OpenRouter', { '/v1/models': { data: [{ id: 'x/m', context_length: 200_000 }] } }, 200_000],
    [
      'LM Studio',
      { '/api/v0/models': { data: [{ id: 'm', max_context_length: 32_768, loaded_context_length: 8_192 }] } },
      8_192,
    ],
    [
      'a loaded Ollama model',
      { '/api/ps': { models: [{ name: 'm:latest', context_length: 4_096 }] } },
      4_096,
    ],
    [
      'an Ollama model with num_ctx',
      {
        '/api/show': { parameters: 'stop "x"\nnum_ctx   16384', model_info: { 'l.context_length': 131_072 } },
      },
      16_384,
    ],
    [
      'llama.cpp',
      { '/v1/models': 'broken', '/props': { default_generation_settings: { n_ctx: 12_288 } } },
      12_288,
    ],
  ])('%s says it', async (_name, pages, expected) => {
    expect((await ask(pages).found)?.contextWindow).toBe(expected)
  })

  test('of one that does not say is unknown', async () => {
    const { found, asked } = ask({ '/v1/models': { data: [{ id: 'm' }] } })
    expect(await found).toBeUndefined()
    expect(asked).toContain('POST /api/show')
  })
})
