import { createHash } from 'node:crypto'
import type { ToolResult } from '../tool.ts'

// Characters shown of a result in the place where it comes; the whole is in the workspace.
const LIMITS = { result: 4_000, page: 6_000, list: 8_000 } as const
const HEAD_SHARE = 0.7
const LONGEST_LINE_SHIFT = 400

/** Status words of a result, its head and its body: body cut to `limit` when it is longer. */
export interface ShownBody {
  text: string
  cut: boolean
}

export function cutBody(body: string, limit: ToolResult['limit'], path: string): ShownBody {
  const most = LIMITS[limit ?? 'result']
  if (body.length <= most) return { text: body, cut: false }
  const note = `[full output: ${path}, ${body.length} characters, ${lineCount(body)} lines; read a range with file_read or search it with file_search]`
  const room = most - note.length - 4
  const head = lineEndBefore(body, Math.floor(room * HEAD_SHARE))
  const tail = lineStartAfter(body, body.length - (room - head.length))
  return { text: `${head.trimEnd()}\n${note}\n${tail.trimStart()}`, cut: true }
}

function lineEndBefore(text: string, at: number): string {
  const end = text.lastIndexOf('\n', at)
  return wholeHead(text.slice(0, end > at - LONGEST_LINE_SHIFT && end > 0 ? end : at))
}
function lineStartAfter(text: string, at: number): string {
  const start = text.indexOf('\n', at)
  return wholeTail(text.slice(start >= 0 && start < at + LONGEST_LINE_SHIFT ? start + 1 : at))
}
// A cut in the middle of a pair would leave half a character.
const wholeHead = (text: string) => (/[\uD800-\uDBFF]$/.test(text) ? text.slice(0, -1) : text)
const wholeTail = (text: string) => (/^[\uDC00-\uDFFF]/.test(text) ? text.slice(1) : text)

const lineCount = (text: string) => text.split('\n').length

/** Marks a body as data. The mark can't be known to whoever wrote the page or file. */
export function asData(body: string, secret: string): string {
  if (body.trim() === '') return body
  return markAs(createHash('sha256').update(secret).digest('hex').slice(0, 6), body)
}

export const markAs = (mark: string, body: string) => `[data ${mark}\n${body}\n${mark} data]`

/** The mark that a result's content has. */
export const markOf = (content: string): string => /\n\[data (\w+)\n/.exec(content)?.[1] ?? 'text'

/** One line that says what a long result was about, for when only that is kept. */
export function compactResult(content: string, path: string | undefined): string {
  const [head = ''] = content.split('\n\n', 1)
  const gist = gistOf(content)
  const lines = [head]
  if (gist) lines.push(`began: ${markAs(markOf(content), gist.slice(0, 160))}`)
  if (path) lines.push(`[left out; the whole is in ${path}]`)
  return lines.join('\n')
}

/** The first line of a result's body. */
export function gistOf(content: string): string {
  const start = content.indexOf('\n\n')
  const body = start < 0 ? '' : content.slice(start + 2).replace(/^\[data \w+\n/, '')
  return /\S.*/.exec(body)?.[0].trim() ?? ''
}
