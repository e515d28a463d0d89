import { ordinal, type Policy } from '../hands.ts'

const menu: Policy = async (h) => {
  const path = h
    .said(/Select (.*)$/)[0]!
    .split('>')
    .map((p) => p.trim())
  for (const [n, name] of path.entries()) {
    const last = n === path.length - 1
    const { items } = await h.look()
    const hit = items.find((i) => i.name === name)
    const target = hit?.id ?? `text:${name}`
    if (last) await h.click(target)
    else {
      await h.drag(target)
      await h.wait(0.4)
    }
  }
}
const towards: Record<string, string> = { left: '-40,0', right: '+40,0', up: '+0,-40', down: '+0,+40' }
const pull: Policy = async (h) => {
  const [way] = h.said(/(left|right|up|down)/)
  const shape = (await h.look()).items.find((i) => /^(circle|rect|polygon|path)/.test(i.kind))!
  await h.drag(shape.id, towards[way!])
  await h.button()
}
/** The least of what is not yet in its place is dragged to that place, until the list reads in order. */
const sort: Policy = async (h) => {
  for (let turn = 0; turn < 12; turn++) {
    const { text } = await h.look()
    const numbers = (
      text
        .split('\n')
        .slice(1)
        .join(' ')
        .replace(/\*?\[\d+\](<[^>]*>)?/g, ' ')
        .match(/-?\d+/g) ?? []
    ).slice(0, 4)
    const sorted = [...numbers].sort((a, b) => Number(a) - Number(b))
    const at = numbers.findIndex((n, i) => n !== sorted[i])
    if (at < 0) break
    await h.drag(`text:${sorted[at]}`, `text:${numbers[at]}`)
  }
  await h.button()
}
const hue = (hex: string): number => {
  const [r, g, b] = [1, 3, 5].map((i) => Number.parseInt(hex.slice(i, i + 2), 16) / 255) as [
    number,
    number,
    number,
  ]
  const most = Math.max(r, g, b)
  const span = most - Math.min(r, g, b)
  const turn = most === r ? (g - b) / span : most === g ? 2 + (b - r) / span : 4 + (r - g) / span
  return (turn * 60 + 360) % 360
}

export const pointing: Record<string, Policy> = {
  'drag-sort-numbers': sort,
  'click-shades': async (h) => {
    const wanted = { red: 0, green: 120, blue: 240 }[h.said(/shades of (\w+)/)[0]!]!
    for (const item of (await h.look()).items) {
      const hex = item.attrs.match(/#[0-9a-f]{6}/)?.[0]
      if (hex && (hue(hex) + 30) % 360 < wanted + 60 && (hue(hex) + 30) % 360 >= wanted)
        await h.click(item.id)
    }
    await h.button()
  },
  // After the first press the others lose their faces; they stay in their order.
  'ascending-numbers': async (h) => {
    await h.click('text:1')
    for (let n = 2; n <= 5; n++) {
      const next = (await h.look()).items.find((i) => i.kind === 'rect')
      if (!next) break
      await h.click(`[${next.id}]`)
    }
  },
  'highlight-text': async (h) => {
    const { lines } = await h.look()
    const words = lines.slice(1).filter((l) => l.trim() && !/\[\d+\]/.test(l))
    await h.click(`text:${words[0]!.trim()}`, { count: 3 })
    await h.button()
  },
  'click-menu': menu,
  'drag-box': async (h) => {
    const { items } = await h.look()
    await h.drag(items.find((i) => i.name === 's')!.id, items.find((i) => i.name === 'L')!.id)
    await h.button()
  },
  'drag-circle': pull,
  'drag-single-shape': pull,
  'resize-textarea': async (h) => {
    const wider = /width/.test(h.goal)
    const larger = /larger/.test(h.goal)
    await h.drag(
      'css=.ui-resizable-se',
      wider ? `${larger ? '+25' : '-25'},0` : `+0,${larger ? '+25' : '-25'}`,
    )
    await h.button()
  },
  'text-editor': async (h) => {
    const style = h.goal.match(/(bold|italics?|underlined?)/)?.[1]
    const word = h.goal.match(/give the text (\S+) the style/)?.[1]
    const editor = (await h.look()).items.find((i) => /editable/.test(i.kind))!
    await h.click(editor.id)
    if (word) throw new Error('parts of a text are not scripted')
    await h.press('Control+a')
    const name = {
      bold: '.ql-bold',
      italic: '.ql-italic',
      italics: '.ql-italic',
      underline: '.ql-underline',
      underlined: '.ql-underline',
    }[style ?? '']
    if (!name) throw new Error('colours are not scripted')
    await h.click(`css=${name}`)
    await h.button()
  },
  'highlight-text-2': async (h) => {
    const n = ordinal(h.said(/the (\w+) paragraph/)[0]!)
    await h.click(`css=#area p:nth-of-type(${n})`, { count: 3 })
    await h.button()
  },
}
