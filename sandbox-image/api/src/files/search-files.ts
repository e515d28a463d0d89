import { spawn } from 'node:child_process'
import { stat } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import type { FileSearch, FileSearchResult } from '@deskhand/protocol/sandbox'
import type { z } from 'zod'
import { Refusal } from '../http/refusal.ts'

const MOST_MS = 20_000
const MOST_LINE = 500
/** Found in a file of one of these only when the pattern itself is not plain ASCII. */
const OLD_ENCODINGS = ['gb18030', 'shift_jis']

type Asked = z.output<typeof FileSearch>
type Hit = FileSearchResult['hits'][number]

/** By content (regular expression) or by name (glob), through ripgrep; links are not followed. */
export async function searchFiles(path: string, asked: Asked): Promise<FileSearchResult> {
  await stat(path)
  return asked.kind === 'name' ? byName(path, asked) : byContent(path, asked)
}

async function byName(path: string, { pattern, maxHits }: Asked): Promise<FileSearchResult> {
  const hits: Hit[] = []
  // Names that begin with a dot are looked at when the pattern names one.
  const hidden = /(^|\/)\./.test(pattern) ? ['--hidden'] : []
  const args = ['--files', '--no-ignore', '--no-messages', '--sort', 'path', ...hidden, '--iglob', pattern]
  const cut = await ripgrep([...args, ...without(path), '--', path], (line) => {
    if (hits.length >= maxHits) return false
    hits.push({ path: line })
    return true
  })
  return { hits, cut }
}

async function byContent(path: string, { pattern, maxHits }: Asked): Promise<FileSearchResult> {
  const hits: Hit[] = []
  let filesSearched = 0
  let cut = false
  const encodings = /^[\x20-\x7e]*$/.test(pattern) ? [undefined] : [undefined, ...OLD_ENCODINGS]
  for (const encoding of encodings) {
    const args = ['--json', '--no-ignore', '--no-messages', '--max-filesize', '100M']
    if (encoding) args.push('--encoding', encoding)
    const wasCut = await ripgrep([...args, ...without(path), '--regexp', pattern, '--', path], (line) => {
      const { type, data } = JSON.parse(line) as RipgrepMessage
      if (type === 'summary' && !encoding) filesSearched = data.stats?.searches ?? 0
      if (type !== 'match') return true
      if (hits.length >= maxHits) return false
      const text = data.lines?.text?.replace(/\r?\n$/, '') ?? ''
      if (data.path?.text)
        hits.push({
          path: data.path.text,
          line: data.line_number,
          text: around(text, data.submatches?.[0]?.start),
        })
      return true
    })
    cut ||= wasCut
  }
  return { hits, cut, filesSearched: cut ? undefined : filesSearched }
}

interface RipgrepMessage {
  type: 'begin' | 'match' | 'end' | 'summary' | 'context'
  data: {
    path?: { text?: string }
    lines?: { text?: string }
    line_number?: number
    submatches?: { start: number }[]
    stats?: { searches: number }
  }
}

/** Other people's code is not what is looked for, unless the search begins inside it. */
function without(path: string): string[] {
  return ['node_modules', '.git', '__pycache__', '.venv']
    .filter((folder) => !path.split('/').includes(folder))
    .flatMap((folder) => ['--glob', `!**/${folder}/**`])
}

/** The match with what is before and after it. `at` counts bytes, near enough for this. */
function around(line: string, at = 0): string {
  if (line.length <= MOST_LINE) return line
  const start = Math.max(0, Math.min(at - MOST_LINE / 4, line.length - MOST_LINE))
  return `${start > 0 ? '…' : ''}${line.slice(start, start + MOST_LINE)}…`
}

/** Hands over line by line until `onLine` has enough (answers true then) or time is up. */
function ripgrep(args: string[], onLine: (line: string) => boolean): Promise<boolean> {
  return new Promise((done, fail) => {
    const child = spawn('rg', ['--no-config', ...args], { stdio: ['ignore', 'pipe', 'pipe'] })
    let enough = false
    let words = ''
    const timer = setTimeout(() => {
      enough = true
      child.kill('SIGKILL')
    }, MOST_MS)
    const lines = createInterface({ input: child.stdout })
    lines.on('line', (line) => {
      if (enough || onLine(line)) return
      enough = true
      child.kill('SIGKILL')
    })
    child.stderr.on('data', (bytes: Buffer) => {
      words = (words + bytes.toString('utf8')).slice(0, 2000)
    })
    child.once('error', (cause) => {
      clearTimeout(timer)
      fail(
        new Refusal(501, 'NO_RIPGREP', 'The sandbox has no ripgrep (rg), which the search needs.', { cause }),
      )
    })
    child.once('close', (code) => {
      clearTimeout(timer)
      if (code === 2 && !enough && words !== '')
        fail(
          new Refusal(
            400,
            'BAD_PATTERN',
            `The pattern is not understood: ${words.replace(/^rg: /, '').trim()}`,
          ),
        )
      else done(enough)
    })
  })
}
