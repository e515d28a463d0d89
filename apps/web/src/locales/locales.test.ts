import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { en } from './en.ts'
import { zhCn } from './zh-cn.ts'

type Words = { [key: string]: string | Words }

const flat = (words: Words, path = ''): [string, string][] =>
  Object.entries(words).flatMap(([key, value]) =>
    typeof value === 'string'
      ? [[`${path}${key}`, value] as [string, string]]
      : flat(value, `${path}${key}.`),
  )
const holes = (text: string) => [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name).sort()

const english = flat(en)
const chinese = new Map(flat(zhCn))
const sources = join(import.meta.dirname, '..')
const code = readdirSync(sources, { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file) && !file.startsWith('locales'))
  .map((file) => readFileSync(join(sources, file), 'utf8'))
  .join('\n')

test('Chinese has every word that English has, with the same places to fill in', () => {
  for (const [key, text] of english) {
    if (key.endsWith('_one')) continue
    const translated = chinese.get(key)
    expect(translated, key).toBeTruthy()
    expect(holes(translated ?? ''), key).toEqual(holes(text))
  }
  expect(chinese.size).toBe(english.filter(([key]) => !key.endsWith('_one')).length)
})

test('no Chinese word was left in English', () => {
  const same = english.filter(
    ([key, text]) => chinese.get(key) === text && /[a-z]{3}/i.test(text.replace(/\{\{\w+\}\}/g, '')),
  )
  expect(same.map(([key]) => key)).toEqual([])
})

test('every word is used somewhere on the page', () => {
  const unused = english.filter(([key]) => {
    const name = key.replace(/_(?:one|other)$/, '')
    if (code.includes(`'${name}'`)) return false
    // Asked for by a computed last part: t(`mood.${mood}`) or t(`start.${id}.title`).
    const parts = name.split('.')
    const computed = parts.map((_, i) =>
      parts
        .map((part, j) => (j === i ? '${' : part))
        .join('.')
        .split('${'),
    )
    return !computed.some(([head, tail]) =>
      code
        .split(`\`${head}\${`)
        .slice(1)
        .some((after) => after.slice(0, 80).includes(`}${tail ?? ''}`)),
    )
  })
  expect(unused.map(([key]) => key)).toEqual([])
})
