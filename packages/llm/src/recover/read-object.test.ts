import { describe, expect, test } from 'vitest'
import { isObject } from '../wire/json-value.ts'
import { readObject } from './read-object.ts'

interface Plan {
  steps: unknown[]
}
const plan = (value: unknown): Plan | undefined =>
  isObject(value) && Array.isArray(value.steps) && value.steps.length > 0
    ? (value as unknown as Plan)
    : undefined
const real = { steps: [{ title: '收集 "资料"' }, { title: 'a "}" inside' }, { title: '写报告' }] }

describe('a plan in noise', () => {
  test('FX10: is found behind think tags, prose, a fence and a stray object', () => {
    const text = `<think>maybe {"steps":[{"description":"WRONG"}]}</think>\nSure:\n\`\`\`json\n${JSON.stringify(real, null, 2)}\n\`\`\`\nHope this helps {}`
    expect(readObject(text, plan)).toEqual(real)
  })

  test.each([
    ['as it is', JSON.stringify(real)],
    ['in prose', `Here it is: ${JSON.stringify(real)} – good?`],
    ['after an earlier draft', `{"steps":[{"title":"draft"}]} no, better: ${JSON.stringify(real)}`],
    ['behind a lone closing tag', `{"steps":["WRONG"]}</think>${JSON.stringify(real)}`],
    ['with a trailing comma', JSON.stringify(real).replace(/\]\}$/, '],}')],
    ['in an unclosed fence', `\`\`\`json\n${JSON.stringify(real)}`],
  ])('%s', (_what, text) => {
    expect(readObject(text, plan)).toEqual(real)
  })

  test('one that was cut is mended', () => {
    expect(readObject('{"steps":[{"title":"one"},{"title":"tw', plan)?.steps).toHaveLength(2)
  })

  test.each([
    ['prose', 'I would first look around, then write.'],
    ['an object that is no plan', '{"hello": 1}'],
    ['only inside think', '<think>{"steps":[1]}</think>I am not sure.'],
    ['only inside an unclosed think', '<think>{"steps":[1]}'],
  ])('%s has none', (_what, text) => {
    expect(readObject(text, plan)).toBeUndefined()
  })

  test('a long text of open brackets is read in reasonable time', () => {
    expect(readObject('{'.repeat(20_000), plan)).toBeUndefined()
  })
})
