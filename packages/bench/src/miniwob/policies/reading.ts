import { type Hands, ordinal, type Policy } from '../hands.ts'

const answer = async (h: Hands, text: string) => {
  const field = (await h.look()).items.find((i) => /^input type=(text|number)/.test(i.kind))!
  await h.type(field.id, text)
  await h.button()
}
const plainLines = (lines: string[]) => lines.map((l) => l.trim()).filter((l) => l && !/\[\d+\]/.test(l))

const table = async (h: Hands) => {
  const { lines } = await h.look()
  return new Map(
    lines
      .filter((l) => /^[^[]+ \| [^[]+$/.test(l))
      .map((l) => l.split(' | ').map((c) => c.trim()) as [string, string]),
  )
}

const sum: Policy = async (h) => {
  const { lines } = await h.look()
  const m = lines.join(' ').match(/(-?\d+)\s*([+\-x×*÷/])\s*(-?\d+)\s*=/)!
  const [a, b] = [Number(m[1]), Number(m[3])]
  await answer(h, String(m[2] === '+' ? a + b : m[2] === '-' ? a - b : /[÷/]/.test(m[2]!) ? a / b : a * b))
}

/** `a op x = b` and `x op a = b`. */
const algebra: Policy = async (h) => {
  const { lines } = await h.look()
  const m = lines.join(' ').match(/(x|-?\d+)\s*([+-])\s*(x|-?\d+)\s*=\s*(-?\d+)/)!
  const [left, op, right, total] = [m[1]!, m[2]!, m[3]!, Number(m[4])]
  const x =
    left === 'x'
      ? op === '+'
        ? total - Number(right)
        : total + Number(right)
      : op === '+'
        ? total - Number(left)
        : Number(left) - total
  await answer(h, String(x))
}

const ticTacToe: Policy = async (h) => {
  const wins = [
    [0, 1, 2],
    [3, 4, 5],
    [6, 7, 8],
    [0, 3, 6],
    [1, 4, 7],
    [2, 5, 8],
    [0, 4, 8],
    [2, 4, 6],
  ]
  for (let turn = 0; turn < 5; turn++) {
    const { items } = await h.look()
    const cells = items.filter((i) => /^span/.test(i.kind))
    const board = Array(9).fill('') as string[]
    const ids = Array(9).fill('') as string[]
    let next = 0
    for (const cell of cells) {
      const n = Number(cell.attrs.match(/#ttt-(\d)/)?.[1] ?? (/^[XO]$/.test(cell.name) ? -1 : next))
      const at = n >= 0 ? n : board.findIndex((b, i) => !b && !ids[i] && i >= next)
      ids[at] = cell.id
      board[at] = /^[XO]$/i.test(cell.name)
        ? cell.name.toUpperCase()
        : /mark-x|\.x\b|X/.test(cell.attrs.replace(/#ttt-\d/, ''))
          ? 'X'
          : /mark-o|\.o\b|O/.test(cell.attrs.replace(/#ttt-\d/, ''))
            ? 'O'
            : ''
      next = at + 1
    }
    const free = (who: string) =>
      wins
        .map((w) => (w.filter((c) => board[c] === who).length === 2 ? w.find((c) => !board[c]) : undefined))
        .find((c) => c !== undefined)
    const move = free('X') ?? free('O') ?? [4, 0, 2, 6, 8, 1, 3, 5, 7].find((c) => !board[c])
    if (move === undefined || !ids[move]) return
    await h.click(ids[move]!)
    await h.wait(0.2)
  }
}

const terminal: Policy = async (h) => {
  await h.click('css=#terminal')
  await h.press('l s Enter')
  const text = (await h.read()).replace(/\s+/g, ' ')
  const names = text.slice(text.lastIndexOf('ls')).match(/[\w-]+(\.[\w.]+)?/g) ?? []
  const ending = h.goal.match(/extension (\.[\w.]+[\w])/)?.[1]
  const file = names.find((n) =>
    ending ? n.endsWith(ending) : /^[a-z]{3,}$/.test(n) && !/^(user|ls|rm)$/.test(n),
  )!
  await h.press(`r m Space ${[...file].join(' ')} Enter`)
}

const social =
  (name: (h: Hands) => string, most: (h: Hands) => number): Policy =>
  async (h) => {
    const who = name(h)
    const label = h.said(/"([^"]+)"/)[0]!.toLowerCase()
    const hidden = !/^(reply|retweet|like|share)$/.test(label)
    let left = most(h)
    const done = new Set<string>()
    for (let screen = 0; screen < 8 && left > 0; screen++) {
      const { items, lines } = await h.look()
      for (const [at, line] of lines.entries()) {
        if (!line.includes(`${who} `) && !line.trim().endsWith(who)) continue
        const own = items.filter((i) => i.line > at && i.line <= at + 6)
        const icon = own.find((i) => i.attrs.includes(hidden ? '.more' : `.${label}`))
        if (!icon || done.has(icon.id) || left <= 0) continue
        const clicked = await h.click(icon.id)
        done.add(icon.id)
        left--
        if (clicked.outcome !== 'ok' || !hidden) continue
        const fits = (i: { name: string }) => i.name.toLowerCase().startsWith(label)
        const entry =
          (await h.look()).items.find(fits) ?? (await h.search(`${h.said(/"([^"]+)"/)[0]}`)).items.find(fits)
        await h.click(entry?.id ?? `text:${h.said(/"([^"]+)"/)[0]}`)
        return
      }
      const scroller = lines.find((l) => /\] scroller/.test(l))?.match(/\[(\d+)\]/)?.[1]
      if (!scroller || !/below/.test(lines.find((l) => /\] scroller/.test(l))!)) break
      await h.scroll({ target: scroller, direction: 'down', pages: 0.6 })
    }
  }

/** Presses the "+" that follows the first line with these words, that often. */
const order = async (h: Hands, words: string, times: number) => {
  await h.scroll({ target: 'css=#area', direction: 'top' })
  for (let screen = 0; screen < 12; screen++) {
    const { items, lines } = await h.look()
    const at = lines.findIndex((l) => l.includes(words))
    const plus = at < 0 ? undefined : items.find((i) => i.line > at && i.name === '+')
    if (plus) {
      for (let n = 0; n < times; n++) await h.click(plus.id)
      return
    }
    await h.scroll({ target: 'css=#area', direction: 'down', pages: 0.4 })
  }
  throw new Error(`${words} is not on the menu`)
}

export const reading: Record<string, Policy> = {
  'social-media': social(
    (h) => h.said(/user (@\w+)/)[0]!,
    () => 1,
  ),
  'order-food': async (h) => {
    const many = h.goal.match(/Order (\d+) items that are (\S+)/)
    if (many) await order(h, `(picture: ${many[2]})`, Number(many[1]))
    else for (const name of h.said(/each item: (.*)$/)[0]!.split(', ')) await order(h, name.trim(), 1)
    await h.scroll({ target: 'css=#area', direction: 'bottom' })
    await h.button('Order!')
  },
  'buy-ticket': async (h) => {
    const { items, lines } = await h.look()
    const tickets = items.filter((i) => /\$\d+/.test(i.name))
    const by =
      /cheapest/.test(h.goal) || /cost/.test(h.goal)
        ? (n: number) => Number(tickets[n]!.name.match(/\$(\d+)/)![1])
        : (n: number) => {
            const m = lines
              .slice(0, tickets[n]!.line)
              .reverse()
              .join(' ')
              .match(/(\d+)h (\d+)m/)!
            return Number(m[1]) * 60 + Number(m[2])
          }
    const order = tickets.map((_, n) => n).sort((a, b) => by(a) - by(b))
    await h.click(tickets[/most expensive|longest|highest/.test(h.goal) ? order.at(-1)! : order[0]!]!.id)
  },
  'find-greatest': async (h) => {
    const cards = (await h.look()).items.filter((i) => i.kind === 'div')
    let best = { id: '', value: Number.NEGATIVE_INFINITY }
    for (const card of cards) {
      const seen = await h.click(card.id)
      const shown = Number(
        (await h.look()).items.find((i) => i.id === card.id)?.name ??
          seen.text.match(/→ "(\d+)"/)?.[1] ??
          Number.NaN,
      )
      if (shown > best.value) best = { id: card.id, value: shown }
    }
    await h.click(best.id)
    await h.button()
  },
  'find-word': async (h) => {
    const n = ordinal(h.said(/the (\w+) word/)[0]!)
    const { lines } = await h.look()
    const words = plainLines(lines.slice(1)).join(' ').split(/\s+/)
    await answer(h, words[n - 1]!.replace(/[.,]/g, ''))
  },
  'generate-number': async (h) => {
    const [than, bound] = h.goal.match(/(less|greater) than (\d+)/)?.slice(1) ?? []
    const parity = h.goal.match(/\b(even|odd)\b/)?.[1]
    for (let n = 0; n < 60; n++) {
      await h.button('Generate')
      const { lines } = await h.look()
      const value = Number(lines.find((l) => /^\s*\d+\s*$/.test(l)))
      const good = than
        ? than === 'less'
          ? value < Number(bound)
          : value > Number(bound)
        : value % 2 === (parity === 'odd' ? 1 : 0)
      if (good) break
    }
    await h.button()
  },
  'guess-number': async (h) => {
    let [low, high] = h.said(/between (\d+)-(\d+)/).map(Number) as [number, number]
    for (let n = 0; n < 8; n++) {
      const guess = Math.floor((low + high) / 2)
      await answer(h, String(guess))
      const { text } = await h.look()
      if (/higher than/.test(text)) low = guess + 1
      else if (/lower than/.test(text)) high = guess - 1
      else return
    }
  },
  'odd-or-even': async (h) => {
    const { lines, items } = await h.look()
    for (const [at, line] of lines.entries()) {
      if (!/^\s*-?\d+\s*$/.test(line)) continue
      const odd = Math.abs(Number(line)) % 2 === 1
      const near = odd
        ? items.filter((i) => i.name === 'Odd' && i.line < at).at(-1)
        : items.find((i) => i.name === 'Even' && i.line > at)
      await h.click(near!.id)
    }
    await h.button()
  },
  'phone-book': async (h) => {
    const [who, what] = h.said(/Find (\w+) in the contact book and click on their (address|email|phone)/i)
    for (let n = 0; n < 12; n++) {
      const { lines, items } = await h.look()
      if (lines.some((l) => l.trim() === who)) {
        const at = lines.findIndex((l) => l.trim().toLowerCase().startsWith(what!.toLowerCase()))
        return void (await h.click(items.find((i) => i.line > at)!.id))
      }
      await h.click(items.find((i) => i.name === '>')!.id)
    }
  },
  'read-table': async (h) => answer(h, (await table(h)).get(h.said(/value of (.*?) into/)[0]!)!),
  'read-table-2': async (h) => {
    const known = await table(h)
    const { lines, items } = await h.look()
    const filled: Record<string, string> = {}
    for (const item of items.filter((i) => i.kind.includes('type=text'))) {
      const label = (
        item.name ||
        lines
          .slice(0, item.line)
          .reverse()
          .find((l) => !/\[/.test(l)) ||
        ''
      )
        .replace(/:$/, '')
        .trim()
      filled[item.id] = known.get(label) ?? ''
    }
    await h.fill(filled)
    await h.button()
  },
  'scroll-text': async (h) => {
    const page = await h.read()
    const source = page.match(/`([^`]+)`/)![1]!
    await answer(h, source.trim().split(/\s+/).at(-1)!)
  },
  'scroll-text-2': async (h) => {
    const area = (await h.look()).items.find((i) => i.kind === 'textarea')!
    await h.scroll({ target: area.id, direction: /top/.test(h.goal) ? 'top' : 'bottom' })
    await h.button()
  },
  'search-engine': async (h) => {
    const [query, nth] = h.said(
      /enter "([^"]+)" and press "Search", then find and click the (\w+) search result/,
    )
    const field = (await h.look()).items.find((i) => i.kind.includes('type=text'))!
    await h.type(field.id, query!)
    await h.button('Search')
    const n = ordinal(nth!)
    let seen = 0
    for (let page = 0; page < 6; page++) {
      const { items } = await h.look()
      const results = items.filter((i) => i.kind === 'a' && !/^(\d+|>|<|»|«)$/.test(i.name))
      if (n <= seen + results.length) return void (await h.click(results[n - seen - 1]!.id))
      seen += results.length
      await h.click(items.find((i) => i.name === '>')!.id)
    }
  },
  'simple-algebra': algebra,
  'simple-arithmetic': sum,
  'text-transform': async (h) => {
    const { lines } = await h.look()
    await answer(h, plainLines(lines.slice(1)).join('').replace(/\s/g, ''))
  },
  'tic-tac-toe': ticTacToe,
  terminal,
  'social-media-all': async (h) => {
    await social(
      (x) => x.said(/by (@\w+)/)[0]!,
      () => 99,
    )(h)
    await h.scroll({ target: 'css=#area', direction: 'bottom' })
    await h.button()
  },
  'social-media-some': async (h) => {
    await social(
      (x) => x.said(/by (@\w+)/)[0]!,
      (x) => Number(x.said(/on (\d+) posts/)[0]),
    )(h)
    await h.scroll({ target: 'css=#area', direction: 'bottom' })
    await h.button()
  },
}
