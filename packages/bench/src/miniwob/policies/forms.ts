import { type Hands, ordinal, type Policy } from '../hands.ts'

const fields = async (h: Hands, kind: RegExp = /^(input type=(text|password|number|date|time)|textarea)/) =>
  (await h.look()).items.filter((i) => kind.test(i.kind))

const typed =
  (words: (h: Hands) => string): Policy =>
  async (h) => {
    const [field] = await fields(h)
    await h.type(field!.id, words(h))
    await h.button()
  }
const isoOf = (us: string) => {
  const [month, day, year] = us.split('/')
  return `${year}-${month!.padStart(2, '0')}-${day!.padStart(2, '0')}`
}
const day: Policy = async (h) => {
  const [field] = await fields(h)
  await h.fill({ [field!.id]: isoOf(h.said(/(\d+\/\d+\/\d{4})/)[0]!) })
  await h.button()
}
const login: Policy = async (h) => {
  const [user, password] = h.said(/username "([^"]*)" and the password "([^"]*)"/)
  for (let n = 0; n < 6; n++) {
    const { items } = await h.look()
    const cancel = items.find((i) => i.kind === 'button' && i.name === 'Cancel')
    if (cancel) {
      await h.click(cancel.id)
      continue
    }
    const text = items.find((i) => i.kind === 'input type=text')
    const secret = items.find((i) => i.kind === 'input type=password')
    const button = items.find((i) => i.kind === 'button' && !/cancel/i.test(i.name))
    if (!text || !secret || !button) throw new Error('there is no login form')
    const filled = await h.fill({ [text.id]: user!, [secret.id]: password! })
    if (filled.outcome === 'ok' && (await h.click(button.id)).outcome === 'ok') return
  }
}
const flight: Policy = async (h) => {
  const [kind, from, to, date] = h.said(/Book the (\w+) one-way flight from: (.*?) to: (.*?) on (\S+?)\.?$/)
  const [a, b, c] = await fields(h)
  for (const [field, said] of [
    [a!, from!],
    [b!, to!],
  ] as const) {
    // A code of three letters stands in brackets behind the town's name.
    const place = /^[A-Z]{3}$/.test(said) ? `(${said})` : said
    const offered = await h.type(field.id, said)
    const option = offered.text
      .match(/\[(\d+)\]<[^>]*>([^·\n]*)/g)
      ?.find((o) => o.toLowerCase().includes(place.toLowerCase()))
    const id = option?.match(/\[(\d+)\]/)?.[1]
    if (id) await h.click(id)
    else {
      const item = (await h.look()).items.find(
        (i) => /^(li|div|a)/.test(i.kind) && i.name.toLowerCase().includes(place.toLowerCase()),
      )
      if (item) await h.click(item.id)
    }
  }
  await h.fill({ [c!.id]: isoOf(date!.replace(/\.$/, '')) })
  await h.button('Search')
  const found = await h.search('Book flight for $')
  const durations = [...(await h.read()).matchAll(/(\d+)h\s*(\d+)m/g)].map(
    (m) => Number(m[1]) * 60 + Number(m[2]),
  )
  const offers = found.items
    .filter((i) => /\$\d+/.test(i.name))
    .map((i, n) => ({ id: i.id, price: Number(i.name.match(/\$(\d+)/)![1]), minutes: durations[n] ?? 0 }))
  const by = kind === 'cheapest' ? 'price' : 'minutes'
  const best = offers.sort((x, y) => x[by] - y[by])[0]
  if (!best) throw new Error('no flights were found')
  await h.click(best.id)
}
const movie: Policy = async (h) => {
  const { lines, items } = await h.look()
  const of = {
    year: h.goal.match(/(?:year|from) (?:year )?(\d{4})|in (\d{4})/),
    director: h.goal.match(/directed by (\w+)/),
    genre: h.goal.match(/(?:Search for|Find|find|for) (?:an? )?(\w+) movies?/),
  }
  const words: [RegExp, string][] = [
    [/year|date|released/i, (of.year?.[1] ?? of.year?.[2] ?? h.goal.match(/\d{4}/)?.[0])!],
    [/director/i, of.director![1]!],
    [/genre|category|type/i, of.genre![1]!],
  ]
  const filled: Record<string, string> = {}
  // Labels stand above their fields, or below when nothing stands above the first.
  const below = /^\*?\[/.test(lines[1]?.trim() ?? '')
  for (const item of items.filter((i) => i.kind === 'input type=text')) {
    const label = (list: string[]) => list.find((l) => !/\[\d+\]/.test(l) && /\w/.test(l)) ?? ''
    const before =
      item.name || (below ? label(lines.slice(item.line + 1)) : label(lines.slice(1, item.line).reverse()))
    const hit = words.find(([pattern]) => pattern.test(before))
    if (hit) filled[item.id] = hit[1]
  }
  await h.fill(filled)
  const last = (await h.look()).items.filter((i) => !/^input/.test(i.kind)).at(-1)
  await h.click(last!.id)
}
const complete: Policy = async (h) => {
  const [start] = h.said(/starts with "([^"]+)"/)
  const end = h.goal.match(/ends with "([^"]+)"/)?.[1] ?? ''
  const [field] = await fields(h)
  const offered = await h.type(field!.id, start!)
  const pick = (text: string) =>
    [...text.matchAll(/\[(\d+)\]<[^>]*>([^·\n|]*)/g)].find((m) => {
      const name = m[2]!
        .replace(/….*$/, '')
        .replace(/\. Click one.*$/, '')
        .trim()
      return name.toLowerCase().startsWith(start!.toLowerCase()) && name.endsWith(end)
    })?.[1]
  let id = pick(offered.text)
  for (let n = 0; !id && n < 3; n++) {
    await h.wait(0.3)
    const { items } = await h.look()
    id = items.find(
      (i) => i.name.startsWith(start!) && i.name.endsWith(end) && !/input|button/.test(i.kind),
    )?.id
  }
  if (!id) id = pick((await h.search(end || start!)).text)
  await h.click(id!)
  await h.button()
}
/** This spinner takes no typing: its arrows are pressed as often as needed. */
const spinner: Policy = async (h) => {
  const value = Number(h.said(/Select (-?\d+)/)[0])
  const arrows = (await h.look()).items.filter((i) => i.kind.includes('role=button'))
  for (let n = 0; n < Math.abs(value); n++) await h.click(arrows[value > 0 ? 0 : 1]!.id)
  await h.button()
}
/** Sliders of the page listen to arrow keys; their number stands beside them. */
const slide = async (h: Hands, n: number, wanted: number) => {
  for (let turn = 0; turn < 6; turn++) {
    const { items, lines } = await h.look()
    const handle = items.filter((i) => /ui-slider-handle/.test(i.attrs))[n]!
    const shown = Number(lines.slice(handle.line + 1).find((l) => /^\s*-?\d+\s*$/.test(l)))
    if (shown === wanted) return
    await h.click(handle.id)
    const gap = wanted - shown
    await h.press(
      Array(Math.min(Math.abs(gap), 120))
        .fill(gap > 0 ? 'ArrowRight' : 'ArrowLeft')
        .join(' '),
    )
  }
}

export const forms: Record<string, Policy> = {
  'enter-text': typed((h) => h.said(/"([^"]+)"/)[0]!),
  'enter-text-dynamic': typed((h) => h.said(/"([^"]+)"/)[0]!),
  'enter-text-2': typed((h) => {
    const [word] = h.said(/"([^"]+)"/)
    return /upper case/.test(h.goal) ? word!.toUpperCase() : word!.toLowerCase()
  }),
  'enter-password': async (h) => {
    const [a, b] = await fields(h)
    const word = h.said(/password "([^"]+)"/)[0]!
    await h.fill({ [a!.id]: word, [b!.id]: word })
    await h.button()
  },
  'enter-date': day,
  'enter-time': async (h) => {
    const [hour, minute, half] = h.said(/(\d+):(\d+) (AM|PM)/)
    const [field] = await fields(h)
    const hours = (Number(hour) % 12) + (half === 'PM' ? 12 : 0)
    await h.fill({ [field!.id]: `${String(hours).padStart(2, '0')}:${minute}` })
    await h.button()
  },
  'choose-date': day,
  'choose-date-easy': day,
  'choose-date-medium': day,
  'choose-date-nodelay': day,
  'login-user': login,
  'login-user-popup': login,
  'choose-list': async (h) => {
    const { items } = await h.look()
    await h.fill({ [items.find((i) => i.kind === 'select')!.id]: h.said(/Select (.*?) from the list/)[0]! })
    await h.button()
  },
  'click-scroll-list': async (h) => {
    const { items } = await h.look()
    await h.fill({
      [items.find((i) => i.kind === 'select')!.id]: h
        .said(/Select (.*?) from the scroll list/)[0]!
        .split(', '),
    })
    await h.button()
  },
  'book-flight': flight,
  'book-flight-nodelay': flight,
  'multi-layouts': movie,
  'multi-orderings': movie,
  'use-autocomplete': complete,
  'use-autocomplete-nodelay': complete,
  'use-spinner': spinner,
  'use-slider': async (h) => {
    await slide(h, 0, Number(h.said(/Select (-?\d+)/)[0]))
    await h.button()
  },
  'use-slider-2': async (h) => {
    const wanted = JSON.parse(h.said(/(\[.*\])/)[0]!) as number[]
    for (const [n, value] of wanted.entries()) await slide(h, n, value)
    await h.button()
  },
  'form-sequence': async (h) => {
    const [value, box] = h.said(/Select (-?\d+) with the slider, click the (\w+) checkbox/)
    await slide(h, 0, Number(value))
    const { items } = await h.look()
    await h.click(items.filter((i) => i.kind.includes('checkbox'))[ordinal(box!) - 1]!.id)
    await h.button()
  },
  'form-sequence-2': async (h) => {
    const [radio, value, box] = h.said(
      /Check the (\w+) radio button and enter the number "(-?\d+)" into the (\w+) textbox/,
    )
    const { items } = await h.look()
    const radioItem = items.filter((i) => i.kind.includes('radio'))[ordinal(radio!) - 1]!
    const boxItem = items.filter((i) => i.kind.includes('type=text'))[ordinal(box!) - 1]!
    await h.fill({ [radioItem.id]: 'true', [boxItem.id]: value! })
    await h.button()
  },
  'form-sequence-3': async (h) => {
    const [option, button] = h.said(/Choose (.*?) from the dropdown, then click the button labeled "(\w+)"/)
    const { items } = await h.look()
    await h.click(items.find((i) => /selectric.*label/.test(i.attrs))?.id ?? 'css=.selectric')
    await h.wait(0.3)
    await h.click(`text:${option}`)
    await h.button(button!)
  },
  'copy-paste': (h) => copy(h, 1),
  'copy-paste-2': (h) => copy(h, ordinal(h.said(/from the (\w+) text area/)[0]!)),
}

const copy = async (h: Hands, n: number) => {
  const { items } = await h.look()
  await h.click(items.filter((i) => i.kind === 'textarea')[n - 1]!.id)
  await h.press('Control+a Control+c')
  await h.click(items.find((i) => i.kind === 'input type=text')!.id)
  await h.press('Control+v')
  await h.button()
}
