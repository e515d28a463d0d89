import { childOf, type FrameView, type Observation } from './observe.ts'
import type { ElementItem, ListItem } from './page/words.ts'

/** One printed line of a list; elements have a key by which before and after are compared. */
export interface Line {
  text: string
  /** id of the first element on it */
  id?: number
  keep: boolean
  state?: Map<number, { name: string; kind: string; attrs: Record<string, string | true> }>
}

export function attributes(item: ElementItem): string {
  const parts: string[] = []
  const field = /^(input|textarea|select)|editable|role=(textbox|combobox|searchbox|spinbutton|slider)/.test(
    item.kind,
  )
  if (field && item.name) parts.push(`label=${JSON.stringify(item.name)}`)
  for (const [key, value] of Object.entries(item.attrs)) {
    if (value === true) parts.push(key)
    else if (key === 'hint') parts.push(value)
    else if (/^[\w.:/#-]+$/.test(value)) parts.push(`${key}=${value}`)
    else parts.push(`${key}=${JSON.stringify(value)}`)
  }
  return parts.length ? ` ${parts.join(' ')}` : ''
}

/** `[12]<button disabled>Send` */
export function printElement(item: ElementItem, star = false): string {
  const field = /^(input|textarea|select)|editable|role=(textbox|combobox|searchbox|spinbutton|slider)/.test(
    item.kind,
  )
  return `${star ? '*' : ''}[${item.id}]<${item.kind}${attributes(item)}>${field ? '' : item.name}`
}

/** All lines of an observation. `stars`: mark what was never listed before on this page. */
export function lines(observation: Observation, stars: boolean): Line[] {
  return frameLines(observation, observation.frames[0]!, 0, stars)
}

function frameLines(observation: Observation, frame: FrameView, indent: number, stars: boolean): Line[] {
  const out: Line[] = []
  let open: { kind: string; line: Line; cell: number | undefined } | undefined
  const pad = (d: number) => '  '.repeat(Math.min(indent + d, 6))
  const short = (item: ElementItem) =>
    /^\S{1,3}$/.test(item.name) && !Object.keys(item.attrs).some((k) => k !== 'hint' && k !== 'clipped')
      ? `${stars && item.fresh ? '*' : ''}[${item.id}]${item.name}`
      : printElement(item, stars && item.fresh)
  for (const item of frame.extract.items) {
    const shared =
      'group' in item && item.group !== undefined
        ? `g${item.group}`
        : 'row' in item && item.row !== undefined
          ? `r${item.row}`
          : ''
    const text =
      item.k === 'e'
        ? shared[0] === 'g'
          ? short(item)
          : printElement(item, stars && item.fresh)
        : item.k === 't'
          ? item.text
          : ''
    if (shared && item.k === 'g') {
      const line: Line = {
        text: `${pad(item.d)}calendar${item.text ? ` ${item.text}` : ''}:`,
        keep: true,
        state: new Map(),
      }
      out.push(line)
      open = { kind: shared, line, cell: undefined }
      continue
    }
    if (shared && open?.kind === shared && text) {
      const cell = 'cell' in item ? item.cell : undefined
      open.line.text += `${shared[0] === 'r' && open.cell !== cell ? ' | ' : ' '}${text}`
      open.cell = cell
      addState(open.line, item)
      continue
    }
    const line: Line = {
      text: `${pad(item.d)}${text}`,
      keep: item.k === 'e' && !!item.first,
      state: new Map(),
    }
    addState(line, item)
    if (shared && text) {
      open = { kind: shared, line, cell: 'cell' in item ? item.cell : undefined }
      out.push(line)
      continue
    }
    open = undefined
    if (item.k === 's') {
      const rest = [
        item.above > 0.05 ? `${item.above.toFixed(1)} above` : '',
        item.below > 0.05 ? `${item.below.toFixed(1)} below` : '',
      ]
      line.text = `${pad(item.d)}[${item.id}] scroller ${item.label}: screens ${rest.filter(Boolean).join(', ') || 'all in sight'}`
      line.id = item.id
    } else if (item.k === 'f') {
      const child = childOf(observation, frame, item)
      line.text = `${pad(item.d)}[${item.id}] frame${item.name ? ` "${item.name}"` : ''}${child ? `${frameScroll(child)}:` : ' (does not answer)'}`
      out.push(line)
      if (child) out.push(...frameLines(observation, child, indent + item.d + 1, stars))
      continue
    }
    if (line.text.trim()) out.push(line)
  }
  return out
}

function addState(line: Line, item: ListItem): void {
  if (item.k !== 'e') return
  line.id ??= item.id
  line.state!.set(item.id, { name: item.name, kind: item.kind, attrs: item.attrs })
}

function frameScroll({ extract }: FrameView): string {
  const parts = [
    extract.scrollAbove > 0.05 ? `${extract.scrollAbove.toFixed(1)} above` : '',
    extract.scrollBelow > 0.05 ? `${extract.scrollBelow.toFixed(1)} below` : '',
  ].filter(Boolean)
  return parts.length ? ` (screens ${parts.join(', ')})` : ''
}

/** What is there but not in the list, in words with numbers. */
export function footer(observation: Observation): string[] {
  const out: string[] = []
  let [above, below, clipped] = [0, 0, 0]
  for (const { extract } of observation.frames) {
    above += extract.above
    below += extract.below
    clipped += extract.clipped
  }
  const more: string[] = []
  if (above) more.push(`${above} more above`)
  if (below) more.push(`${below} more below`)
  if (clipped) more.push(`${clipped} inside scrollers, out of sight`)
  if (more.length) out.push(`… ${more.join(', ')}: browser_scroll, or browser_view with a query`)
  for (const { extract } of observation.frames)
    for (const b of extract.blockers.slice(0, 3)) out.push(`… ${b.count} hidden behind [${b.id}] ${b.what}`)
  if (observation.dead) out.push(`… ${observation.dead} frames did not answer`)
  return out
}

/** Cuts to a budget: what stands in dialogs and forms first, then elements from the top, then text. */
export function fit(all: Line[], budget: number): { text: string; left: number } {
  let used = all.reduce((n, l) => n + l.text.length + 1, 0)
  if (used <= budget) return { text: all.map((l) => l.text).join('\n'), left: 0 }
  const shorter = all.map((l) =>
    l.id === undefined && l.text.length > 90 ? { ...l, text: `${l.text.slice(0, 89)}…` } : l,
  )
  used = shorter.reduce((n, l) => n + l.text.length + 1, 0)
  const drop = new Set<number>()
  const tryDrop = (may: (line: Line) => boolean) => {
    for (let i = shorter.length - 1; i >= 0 && used > budget; i--) {
      if (drop.has(i) || !may(shorter[i]!)) continue
      drop.add(i)
      used -= shorter[i]!.text.length + 1
    }
  }
  tryDrop((l) => l.id === undefined && !l.keep)
  tryDrop((l) => !l.keep)
  tryDrop(() => true)
  const text = shorter.filter((_, i) => !drop.has(i)).map((l) => l.text)
  return { text: text.join('\n'), left: drop.size }
}
