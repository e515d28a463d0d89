const CONTEXT = 3
const MOST_CHARS = 20_000

interface Change {
  /** first line of the old text, counted from 0, and how many */
  at: number
  old: string[]
  new: string[]
}

/** The unified diff of an edit whose places are known; long ones are cut at the end. */
export function diffOf(
  path: string,
  text: string,
  places: number[],
  old: string,
  replacement: string,
): string {
  const changes = changesOf(text, places, old, replacement)
  const lines = linesOf(text)
  const parts = [`--- ${path}\n+++ ${path}\n`]
  let shift = 0
  for (const group of grouped(changes)) {
    parts.push(hunk(lines, group, shift))
    for (const change of group) shift += change.new.length - change.old.length
  }
  const diff = parts.join('')
  return diff.length <= MOST_CHARS ? diff : `${diff.slice(0, MOST_CHARS - 20)}\n[… cut …]\n`
}

/** Whole lines around each place; places that share a line are one change. */
function changesOf(text: string, places: number[], old: string, replacement: string): Change[] {
  const changes: Change[] = []
  let index = 0
  while (index < places.length) {
    const start = text.lastIndexOf('\n', (places[index] as number) - 1) + 1
    let end = 0
    let fresh = text.slice(start, places[index])
    for (;;) {
      const at = places[index] as number
      const lineEnd = text.indexOf('\n', Math.max(at, at + old.length - 1))
      end = lineEnd < 0 ? text.length : lineEnd + 1
      const next = places[index + 1]
      const shares = next !== undefined && next < end
      fresh += replacement + text.slice(at + old.length, shares ? next : Math.max(end, at + old.length))
      index += 1
      if (!shares) break
    }
    changes.push({
      at: text.slice(0, start).split('\n').length - 1,
      old: linesOf(text.slice(start, end)),
      new: linesOf(fresh),
    })
  }
  return changes
}

function grouped(changes: Change[]): Change[][] {
  const groups: Change[][] = []
  for (const change of changes) {
    const before = groups.at(-1)?.at(-1)
    if (before && change.at - (before.at + before.old.length) <= 2 * CONTEXT) groups.at(-1)?.push(change)
    else groups.push([change])
  }
  return groups
}

function hunk(lines: string[], changes: Change[], shift: number): string {
  const first = changes[0] as Change
  const last = changes.at(-1) as Change
  const from = Math.max(0, first.at - CONTEXT)
  const to = Math.min(lines.length, last.at + last.old.length + CONTEXT)
  const body: string[] = []
  let at = from
  let added = 0
  for (const change of changes) {
    body.push(...lines.slice(at, change.at).map((line) => ` ${line}`))
    body.push(...change.old.map((line) => `-${line}`), ...change.new.map((line) => `+${line}`))
    added += change.new.length - change.old.length
    at = change.at + change.old.length
  }
  body.push(...lines.slice(at, to).map((line) => ` ${line}`))
  const size = to - from
  return `@@ -${from + 1},${size} +${from + 1 + shift},${size + added} @@\n${body.join('\n')}\n`
}

/** Without line ends. */
function linesOf(text: string): string[] {
  if (text === '') return []
  const lines = text.split('\n').map((line) => line.replace(/\r$/, ''))
  if (lines.at(-1) === '') lines.pop()
  return lines
}
