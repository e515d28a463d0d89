import { refusal } from '../errors.ts'

/**
 * One range of a Range header as offsets, `end` exclusive; undefined: send it whole. Several ranges at once are
 * answered whole, as RFC 9110 allows. Throws RANGE_NOT_SATISFIABLE.
 */
export function readRange(
  header: string | undefined,
  size: number,
): { start: number; end: number } | undefined {
  const [, first, last] = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? '') ?? []
  if (first === undefined || last === undefined || (first === '' && last === '')) return undefined
  if (first === '') {
    const count = Math.min(Number(last), size)
    if (count === 0) throw refusal('RANGE_NOT_SATISFIABLE')
    return { start: size - count, end: size }
  }
  const start = Number(first)
  const end = last === '' ? size : Math.min(Number(last) + 1, size)
  if (start >= size) throw refusal('RANGE_NOT_SATISFIABLE')
  return end <= start ? undefined : { start, end }
}
