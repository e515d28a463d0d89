import chardet from 'chardet'
import iconv from 'iconv-lite'

/** How a text stands in its file. `name` as iconv knows it. */
export interface Encoding {
  name:
    | 'utf-8'
    | 'utf-16le'
    | 'utf-16be'
    | 'gb18030'
    | 'shift_jis'
    | 'big5'
    | 'euc-jp'
    | 'euc-kr'
    | 'windows-1252'
    | 'iso-8859-1'
  bom: boolean
}

export const UTF8: Encoding = { name: 'utf-8', bom: false }

const BOMS: [name: Encoding['name'], bytes: number[]][] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
]

/** What a person would call it: "utf-8", "utf-8 with BOM". */
export const encodingLabel = ({ name, bom }: Encoding) => (bom && name === 'utf-8' ? 'utf-8 with BOM' : name)

/** The encoding of a text; undefined for what is no text. `whole`: these are all the bytes of the file. */
export function detectEncoding(bytes: Buffer, whole: boolean): Encoding | undefined {
  for (const [name, bom] of BOMS)
    if (bom.every((byte, index) => bytes[index] === byte)) return { name, bom: true }
  if (bytes.includes(0)) return wideWithoutMark(bytes)
  if (hasControls(bytes)) return undefined
  if (isUtf8(bytes, whole)) return UTF8
  return { name: narrow(whole ? bytes : bytes.subarray(0, bytes.length - 4)), bom: false }
}

/** Without its mark at the beginning. */
export function decode(bytes: Buffer, { name }: Encoding): string {
  return iconv.decode(bytes, name, { stripBOM: true })
}

/** undefined when the encoding has no way to write one of the characters. */
export function encode(text: string, { name, bom }: Encoding): Buffer | undefined {
  const bytes = iconv.encode(text, name, { addBOM: bom })
  if (name.startsWith('utf')) return bytes
  return iconv.decode(bytes, name) === text ? bytes : undefined
}

/** The first character that can't be written. */
export function firstUnwritable(text: string, encoding: Encoding): string | undefined {
  for (const character of text) if (encode(character, encoding) === undefined) return character
  return undefined
}

/** A character cut off by the end of a part is no mistake. */
function isUtf8(bytes: Buffer, whole: boolean): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: !whole })
    return true
  } catch {
    return false
  }
}

/** Zero bytes are in texts of 16 bits a character, at every second place, and in anything binary. */
function wideWithoutMark(bytes: Buffer): Encoding | undefined {
  if (bytes.length < 4) return undefined
  const even = bytes.subarray(0, bytes.length & ~1)
  for (const name of ['utf-16le', 'utf-16be'] as const) {
    const text = iconv.decode(even, name)
    let usual = 0
    for (const character of text) if (isUsual(character.codePointAt(0) as number)) usual += 1
    if (usual / text.length > 0.97) return { name, bom: false }
  }
  return undefined
}

/** Latin, Greek, Cyrillic, punctuation, kana, Chinese, Korean, full-width forms, and the usual white space. */
function isUsual(code: number): boolean {
  if (code < 0x20) return code === 9 || code === 10 || code === 13
  if (code < 0x530) return code < 0x7f || code >= 0xa0
  return (
    (code >= 0x2010 && code < 0x2070) ||
    (code >= 0x3000 && code < 0x3130) ||
    (code >= 0x4e00 && code < 0xa000) ||
    (code >= 0xac00 && code < 0xd7b0) ||
    (code >= 0xff00 && code < 0xffef) ||
    (code >= 0x1f300 && code < 0x1fb00)
  )
}

/** Control characters that texts do not have; a stray one is forgiven. */
function hasControls(bytes: Buffer): boolean {
  let count = 0
  for (const byte of bytes)
    if (byte < 0x20 && byte !== 9 && byte !== 10 && byte !== 12 && byte !== 13 && byte !== 27 && byte !== 8)
      count += 1
  return count > 0 && count > bytes.length / 200
}

/** One of the encodings from before Unicode, by what its bytes look like in pairs. */
function narrow(bytes: Buffer): Encoding['name'] {
  const { high, lonely, pairs, chinese } = countPairs(bytes)
  // In European texts accented letters stand between plain ones; Chinese and Japanese come in runs of pairs.
  if (lonely / high > 0.6) return western(bytes)
  const gb = fits(bytes, 'gb18030')
  const japanese = fits(bytes, 'shift_jis')
  const likely = chardet.analyse(bytes)[0]
  const other = OTHERS[likely?.name ?? '']
  if (other && (likely?.confidence ?? 0) >= 90 && fits(bytes, other)) return other
  if (gb && chinese / pairs >= 0.6) return 'gb18030'
  if (japanese) return 'shift_jis'
  if (gb) return 'gb18030'
  return western(bytes)
}

const OTHERS: Record<string, Encoding['name']> = { Big5: 'big5', 'EUC-JP': 'euc-jp', 'EUC-KR': 'euc-kr' }

function countPairs(bytes: Buffer) {
  let high = 0
  let lonely = 0
  let pairs = 0
  let chinese = 0
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] as number
    if (byte < 0x80) continue
    const next = bytes[at + 1] ?? 0
    high += 1
    if (next < 0x80 && (bytes[at - 1] ?? 0) < 0x80) lonely += 1
    if (next < 0x40) continue
    pairs += 1
    // The square of GB 2312, where nearly all Chinese text stays.
    if (byte >= 0xa1 && byte <= 0xf7 && next >= 0xa1) chinese += 1
    if (next >= 0x80) high += 1
    at += 1
  }
  return { high: Math.max(high, 1), lonely, pairs: Math.max(pairs, 1), chinese }
}

/** Whether the bytes are valid, so that they can be written back as they are. */
function fits(bytes: Buffer, name: Encoding['name']): boolean {
  return iconv.encode(iconv.decode(bytes, name), name).equals(bytes)
}

/** Windows' set has letters where ISO's has controls, but not for every byte. */
function western(bytes: Buffer): Encoding['name'] {
  const hasMiddle = bytes.some((byte) => byte >= 0x80 && byte < 0xa0)
  return hasMiddle && fits(bytes, 'windows-1252') ? 'windows-1252' : 'iso-8859-1'
}
