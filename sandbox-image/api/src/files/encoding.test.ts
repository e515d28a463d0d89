import iconv from 'iconv-lite'
import { describe, expect, test } from 'vitest'
import { decode, detectEncoding, encode, encodingLabel } from './encoding.ts'

const chinese = '姓名,部门,金额\n张三,销售部,1200\n李四,财务部,980\n'
const japanese = '名前、住所、電話番号\nこれはテストです。カタカナも。\n'
const cases: [name: string, text: string, stored: string, bom: boolean, label: string][] = [
  ['UTF-8', `${chinese}${japanese}é😀`, 'utf-8', false, 'utf-8'],
  ['UTF-8 with a mark', chinese, 'utf-8', true, 'utf-8 with BOM'],
  ['UTF-16 LE with a mark', chinese, 'utf-16le', true, 'utf-16le'],
  ['UTF-16 BE with a mark', japanese, 'utf-16be', true, 'utf-16be'],
  ['UTF-16 LE without one', 'Name,Amount\nAda,12\n', 'utf-16le', false, 'utf-16le'],
  ['UTF-16 BE without one', 'Name,Amount\nAda,12\n', 'utf-16be', false, 'utf-16be'],
  ['GB18030 (a table from Excel)', chinese, 'gb18030', false, 'gb18030'],
  ['GB18030, two characters', '你好', 'gb18030', false, 'gb18030'],
  ['GB18030 with a rare character', `${chinese}𠀀镕\n`, 'gb18030', false, 'gb18030'],
  ['Shift-JIS', japanese, 'shift_jis', false, 'shift_jis'],
  ['Shift-JIS, kanji alone', '日本', 'shift_jis', false, 'shift_jis'],
  ['Latin-1', 'Prénom;Café;Größe\nété à la façon\n', 'iso-8859-1', false, 'iso-8859-1'],
  ['Windows-1252 with curly quotes', '“Größe” – naïve café\n', 'windows-1252', false, 'windows-1252'],
]

describe.each(cases)('%s', (_name, text, stored, bom, label) => {
  const bytes = iconv.encode(text, stored, { addBOM: bom })

  test('is recognised and read', () => {
    const encoding = detectEncoding(bytes, true)
    expect(encoding && encodingLabel(encoding)).toBe(label)
    expect(encoding && decode(bytes, encoding)).toBe(text)
  })

  test('is written back byte for byte', () => {
    const encoding = detectEncoding(bytes, true)
    expect(encoding && encode(text, encoding)?.equals(bytes)).toBe(true)
  })
})

test('UTF-8 cut inside a character is still UTF-8 when it is only the beginning of a file', () => {
  const bytes = Buffer.from('文字文字').subarray(0, 10)
  expect(detectEncoding(bytes, false)).toEqual({ name: 'utf-8', bom: false })
})

test('what is no text has no encoding', () => {
  const random = Buffer.from(Array.from({ length: 4096 }, (_, i) => (i * 7919) % 256))
  expect(detectEncoding(random, true)).toBeUndefined()
  expect(detectEncoding(Buffer.from('504b03040a0000000000', 'hex'), true)).toBeUndefined()
  expect(detectEncoding(Buffer.from([1, 2, 3, 4, 5, 6]), true)).toBeUndefined()
})

test('a character that an encoding does not have is refused, not replaced', () => {
  expect(encode('价格 😀', { name: 'shift_jis', bom: false })).toBeUndefined()
  expect(encode('价格 😀', { name: 'gb18030', bom: false })).toBeDefined()
})
