import { type Hands, ordinal, type Policy } from '../hands.ts'

const named = async (h: Hands, name: string) => {
  const { items } = await h.look()
  const hit =
    items.find((i) => i.name === name) ?? items.find((i) => i.name.toLowerCase() === name.toLowerCase())
  if (!hit) throw new Error(`nothing is called ${name}`)
  await h.click(hit.id)
}
const button: Policy = async (h) => named(h, h.said(/(?:button |on the )"?([^".]+)"?/i)[0]!)
const link: Policy = async (h) => named(h, h.said(/link "([^"]+)"/)[0]!)

const boxes: Policy = async (h) => {
  const wanted = h
    .said(/^Select (.*?) and click Submit/)[0]!
    .split(', ')
    .filter((w) => w !== 'nothing')
  const { items } = await h.look()
  const fields: Record<string, string> = {}
  for (const word of wanted)
    fields[items.find((i) => i.kind.includes('checkbox') && i.name === word)!.id] = 'true'
  if (wanted.length) await h.fill(fields)
  await h.button()
}

const expandAll = async (h: Hands, wanted: string) => {
  for (let n = 0; n < 12; n++) {
    const { items } = await h.look()
    const hit = items.find((i) => i.name === wanted && !/role=tab/.test(i.kind))
    if (hit) return hit
    const shut = items.filter((i) => /role=tab/.test(i.kind) && /^Section/.test(i.name))
    if (!shut.length) break
    await h.click(shut[n % shut.length]!.id)
    await h.wait(0.4)
  }
  throw new Error(`${wanted} was in no section`)
}
const collapsible: Policy = async (h) => {
  const { items } = await h.look()
  await h.click(items.find((i) => /^Section/.test(i.name))!.id)
  await h.wait(0.5)
  await h.button()
}
const tabs: Policy = async (h) => {
  const wanted = h.said(/link "([^"]+)"/)[0]!
  const seen = new Set<string>()
  for (let n = 0; n < 8; n++) {
    const { items } = await h.look()
    const hit = items.find((i) => i.kind === 'span' && i.name === wanted)
    if (hit) return void (await h.click(hit.id))
    const next = items.find((i) => i.kind === 'a' && /^(Tab #)?\d+$/.test(i.name) && !seen.has(i.name))
    if (!next) break
    seen.add(next.name)
    await h.click(next.id)
  }
  throw new Error(`${wanted} was on no tab`)
}
const tree: Policy = async (h) => {
  const wanted = h.said(/named "([^"]+)"/)[0]!
  const opened = new Set<string>()
  for (let n = 0; n < 20; n++) {
    const { items } = await h.look()
    const hit = items.find((i) => i.name === wanted)
    if (hit) return void (await h.click(hit.id))
    const folder = items.find((i) => /expandable-hitarea/.test(i.attrs) && !opened.has(i.id))
    if (!folder) break
    opened.add(folder.id)
    await h.click(folder.id)
    await h.wait(0.3)
  }
  throw new Error(`${wanted} is not in the tree`)
}

export const clicking: Record<string, Policy> = {
  'click-test': async (h) => void (await h.click('Click Me!')),
  'click-test-2': button,
  'click-test-transfer': button,
  'click-button': async (h) => named(h, h.said(/"([^"]+)"/)[0]!),
  'unicode-test': async (h) => named(h, h.said(/"([^"]+)"/)[0]!),
  'click-button-sequence': async (h) => {
    await named(h, 'ONE')
    await named(h, 'TWO')
  },
  'click-link': link,
  'click-option': async (h) => {
    const wanted = h.said(/^Select (.*?) and click/)[0]!
    const { items } = await h.look()
    await h.fill({ [items.find((i) => i.kind.includes('radio') && i.name === wanted)!.id]: 'true' })
    await h.button()
  },
  'click-checkboxes': boxes,
  'click-checkboxes-large': boxes,
  'click-checkboxes-transfer': boxes,
  'click-collapsible': collapsible,
  'click-collapsible-nodelay': collapsible,
  'click-collapsible-2': async (h) =>
    void (await h.click((await expandAll(h, h.said(/link "([^"]+)"/)[0]!)).id)),
  'click-collapsible-2-nodelay': async (h) =>
    void (await h.click((await expandAll(h, h.said(/link "([^"]+)"/)[0]!)).id)),
  'click-color': async (h) => {
    const [colour] = h.said(/on the (\w+) colored/)
    const { items } = await h.look()
    await h.click(items.find((i) => i.attrs.includes(`bg=${colour}`))!.id)
  },
  'click-dialog': async (h) => named(h, 'Close'),
  'click-dialog-2': async (h) => {
    const [name] = h.said(/labeled "([^"]+)"/)
    await named(h, name === 'x' ? 'Close' : name!)
  },
  'click-tab': async (h) => named(h, h.said(/on (Tab #\d+)/)[0]!),
  'click-tab-2': tabs,
  'click-tab-2-easy': tabs,
  'click-tab-2-medium': tabs,
  'click-tab-2-hard': tabs,
  'click-widget': async (h) => {
    const [kind] = h.said(/on a "(\w+)" widget/)
    const { items } = await h.look()
    const pattern = {
      text: /type=text/,
      textarea: /^textarea/,
      button: /^button/,
      radio: /type=radio/,
      checkbox: /type=checkbox/,
    }[kind!]!
    await h.click(items.find((i) => pattern.test(i.kind))!.id)
  },
  'focus-text': async (h) => void (await h.click((await h.look()).items[0]!.id)),
  'focus-text-2': async (h) => {
    const n = ordinal(h.said(/the (\w+) input/)[0]!)
    await h.click((await h.look()).items.filter((i) => i.kind.includes('type=text'))[n - 1]!.id)
  },
  'grid-coordinate': async (h) => {
    const [at] = h.said(/coordinate (\(-?\d+,-?\d+\))/)
    const { items } = await h.look()
    await h.click(items.find((i) => i.attrs.includes(`#${at}`))!.id)
  },
  'navigate-tree': tree,
  'identify-shape': async (h) => {
    const { items } = await h.look()
    const figure = items[0]!
    const kind =
      figure.kind === 'text'
        ? /\d/.test(figure.name)
          ? 'Number'
          : 'Letter'
        : figure.kind === 'circle'
          ? 'Circle'
          : figure.kind === 'rect'
            ? 'Rectangle'
            : 'Triangle'
    await named(h, kind)
  },
  'sign-agreement': async (h) => {
    const name = h.goal.match(/name "([^"]+)"/)?.[1]
    const last = h.goal.match(/press "(\w+)"/)?.[1] ?? (/cancel/i.test(h.goal) ? 'Cancel' : 'Agree')
    if (!name) return named(h, last)
    const { items } = await h.look()
    await h.scroll({ target: items.find((i) => i.kind === 'textarea')!.id, direction: 'bottom' })
    const field = (await h.look()).items.find((i) => i.kind.includes('type=text'))
    if (field) await h.type(field.id, name)
    await named(h, last)
  },
}
