import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readUrl } from './actions/open.ts'
import { ranged } from './actions/view.ts'
import { readDay } from './calendar.ts'
import { pastDates } from './dates.ts'
import { freeName, safeName } from './downloads.ts'
import { readKeys } from './keys.ts'
import { parseTarget } from './locate.ts'
import { pictureSize } from './pictures.ts'
import { fit } from './print.ts'
import { Refusal } from './refusal.ts'
import { activates, isLoopback } from './risk.ts'
import { readPoint, toPixels } from './vision.ts'

describe('targets', () => {
  test('numbers, brackets, text and css are told apart from words', () => {
    expect(parseTarget('12')).toEqual({ by: 'number', value: '12', sure: false })
    expect(parseTarget('[12]')).toEqual({ by: 'number', value: '12', sure: true })
    expect(parseTarget('text:12')).toEqual({ by: 'text', value: '12', sure: true })
    expect(parseTarget('css=#a > b').by).toBe('css')
    expect(parseTarget('the 12 o clock row').by).toBe('words')
  })
})

describe('keys', () => {
  test('a plus combines, a space makes a sequence, and the usual aliases are known', () => {
    expect(readKeys('ctrl+a Delete')).toEqual(['Control+a', 'Delete'])
    expect(readKeys('Esc return cmd+shift+P')).toEqual(['Escape', 'Enter', 'Meta+Shift+P'])
    expect(readKeys('Control++ +')).toEqual(['Control++', '+'])
  })
  test('what is no key is refused with an example', () => {
    expect(() => readKeys('hello')).toThrow(/browser_type/)
    expect(() => readKeys('  ')).toThrow(Refusal)
  })
})

describe('dates', () => {
  test('a url that asks for a day that is over is said so, and one to come is not', () => {
    const now = Date.UTC(2026, 0, 21, 12)
    expect(pastDates('https://x.test/f?d=2023-01-30', now, 'UTC')).toMatch(/2023-01-30; today is 2026-01-21/)
    expect(pastDates('https://x.test/f?d=20230130', now, 'UTC')).toMatch(/2023-01-30/)
    expect(pastDates('https://x.test/f?d=2026-02-01&n=20991231', now, 'UTC')).toBeUndefined()
    expect(pastDates('https://x.test/f?d=%', now, 'UTC')).toBeUndefined()
  })
  test('days are read in the ways people write them', () => {
    for (const text of [
      '2027-03-09',
      '2027/3/9',
      '9 March 2027',
      'March 9, 2027',
      '03/09/2027',
      '2027年3月9日',
    ])
      expect(readDay(text)).toEqual({ year: 2027, month: 3, day: 9 })
    expect(readDay('2027-02-30')).toBeUndefined()
  })
})

describe('file names', () => {
  test('a name from a server never leaves the folder', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (name) => {
        const safe = safeName(name)
        expect(safe).not.toMatch(/[/\\]/)
        expect(safe.startsWith('.')).toBe(false)
        expect(Buffer.byteLength(safe)).toBeLessThanOrEqual(200)
        expect(safe.length).toBeGreaterThan(0)
      }),
    )
    expect(safeName('../../etc/passwd')).toBe('passwd')
    expect(safeName('报表.csv')).toBe('报表.csv')
  })
  test('a second file of the same name gets a number before its ending', () => {
    expect(freeName('a.csv', new Set(['a.csv', 'a (1).csv']))).toBe('a (2).csv')
  })
})

describe('addresses', () => {
  test('what people leave out is added and what is no web page is refused', () => {
    expect(readUrl('example.org/a')).toBe('https://example.org/a')
    expect(readUrl('localhost:3000')).toBe('http://localhost:3000')
    expect(readUrl('shop.localhost:8081/x')).toBe('http://shop.localhost:8081/x')
    expect(() => readUrl('file:///etc/passwd')).toThrow(/file_read/)
    expect(() => readUrl('chrome://settings')).toThrow(Refusal)
  })
})

describe('risks', () => {
  test('only whole words count, in English and in Chinese', () => {
    for (const name of ['Buy now', 'Place order', 'Send', '立即购买', '删除', 'Delete file'])
      expect(activates(name)).toBe(true)
    for (const name of ['Buyers guide', 'Sender', 'Payment methods', 'Undelete', '查看订单'])
      expect(activates(name)).toBe(false)
  })
  test('sites of this computer are no risk', () => {
    expect(isLoopback('http://shop.localhost:8081/')).toBe(true)
    expect(isLoopback('http://127.0.0.1/')).toBe(true)
    expect(isLoopback('https://example.org/')).toBe(false)
  })
})

describe('vision answers', () => {
  test('both shapes are read, also with words around them', () => {
    expect(readPoint('Sure: {"found": true, "x": 12, "y": 34, "label": "ok"}')).toEqual({ x: 12, y: 34 })
    expect(readPoint('{"action":"CLICK","parameters":{"x":0.5,"y":0.25}}')).toEqual({ x: 0.5, y: 0.25 })
    expect(readPoint('<think>(1,2)</think> the point is (120, 80)')).toEqual({ x: 120, y: 80 })
    expect(readPoint('{"bbox_2d":[10,20,30,40]}')).toEqual({ x: 20, y: 30 })
    expect(readPoint('{"found": false}')).toBeUndefined()
  })
  test('each coordinate space leads to the same pixel', () => {
    const image = { width: 1000, height: 500 }
    for (const [point, space] of [
      [{ x: 250, y: 100 }, 'pixel'],
      [{ x: 250, y: 200 }, 'norm1000'],
      [{ x: 0.25, y: 0.2 }, 'norm1'],
    ] as const)
      expect(toPixels(point, space, image)).toEqual({ x: 250, y: 100 })
  })
  test('pictures for models are at most 1.15 megapixels and never larger than the page', () => {
    fc.assert(
      fc.property(fc.integer({ min: 100, max: 8000 }), fc.integer({ min: 100, max: 8000 }), (w, h) => {
        const size = pictureSize(w, h)
        expect(size.width * size.height).toBeLessThanOrEqual(1_160_000)
        expect(Math.max(size.width, size.height)).toBeLessThanOrEqual(1568)
        expect(size.width % 28).toBe(0)
      }),
    )
  })
})

describe('budgets', () => {
  test('a list is never longer than its budget, and says how much was left out', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.string({ maxLength: 300 }), fc.boolean(), fc.boolean())), (rows) => {
        const all = rows.map(([text, keep, numbered], id) => ({
          text: text.replaceAll('\n', ' '),
          keep,
          ...(numbered && { id }),
        }))
        const { text, left } = fit(all, 800)
        expect(text.length).toBeLessThanOrEqual(800)
        expect(left).toBeLessThanOrEqual(all.length)
      }),
    )
  })
  test('ranges join to the whole again', () => {
    const all = Array.from({ length: 400 }, (_, i) => `line ${i} of the text`).join('\n')
    let [from, joined] = [0, '']
    for (let n = 0; n < 50 && from < all.length; n++) {
      const part = ranged(all, from, 900)
      const m = part.match(/\n\(characters (\d+) to (\d+) of/)!
      joined += part.slice(0, m.index)
      from = Number(m[2])
    }
    expect(joined).toBe(all)
  })
})
