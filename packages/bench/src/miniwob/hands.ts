import type { BrowserResult, BrowserSession } from '@deskhand/browser'

/** One element of a list as a model reads it. */
export interface Item {
  id: string
  kind: string
  attrs: string
  name: string
  /** the line it stands on */
  line: number
  indent: number
}
export interface Look {
  text: string
  lines: string[]
  items: Item[]
}

const pattern = /\*?\[(\d+)\]<((?:[^>"]|"(?:[^"\\]|\\.)*")*)>([^|[\n]*)/g

export function readList(text: string): Look {
  const lines = text.split('\n')
  const items: Item[] = []
  lines.forEach((line, at) => {
    for (const m of line.matchAll(pattern)) {
      const [head = '', ...rest] = m[2]!.split(' ')
      const label = m[2]!.match(/label="((?:[^"\\]|\\.)*)"/)?.[1]
      const kind = [head, ...rest.filter((w) => /^(type|role)=/.test(w) || w === 'editable')].join(' ')
      items.push({
        id: m[1]!,
        kind,
        attrs: m[2]!,
        name: (label ?? m[3]!).trim(),
        line: at,
        indent: line.search(/\S/),
      })
    }
    // Days of a calendar and other short names stand without their kind.
    for (const m of line.matchAll(/\[(\d+)\]([^\s<[]{1,3})(?=\s|$)/g))
      items.push({ id: m[1]!, kind: '', attrs: '', name: m[2]!, line: at, indent: 0 })
  })
  return { text, lines, items }
}

/** What a policy may use: the goal in words, our observations, and the calls a model would make. */
export class Hands {
  readonly goal: string
  readonly #browser: BrowserSession
  readonly #looks: number[]

  constructor(goal: string, browser: BrowserSession, looks: number[]) {
    this.goal = goal
    this.#browser = browser
    this.#looks = looks
  }

  async look(): Promise<Look> {
    const start = performance.now()
    const seen = await this.#browser.view({})
    this.#looks.push(performance.now() - start)
    return readList(seen.text)
  }
  /** the whole page, also what is out of sight, that matches */
  async search(query: string): Promise<Look> {
    return readList((await this.#browser.view({ query })).text)
  }
  async read(): Promise<string> {
    return (await this.#browser.view({ what: 'text' })).text
  }
  async wait(seconds: number): Promise<void> {
    await this.#browser.view({ wait_seconds: seconds })
  }
  click = (target: string, more: { count?: number; modifiers?: string[] } = {}) =>
    this.#browser.click({ target, ...more })
  type = (target: string | undefined, text: string, more: { enter?: boolean } = {}) =>
    this.#browser.type({ target, text, ...more })
  fill = (fields: Record<string, string | string[]>, submit?: string) =>
    this.#browser.fill({
      fields: Object.entries(fields).map(([target, value]) => ({ target, value })),
      submit,
    })
  press = (keys: string) => this.#browser.press({ keys })
  scroll = (args: Parameters<BrowserSession['scroll']>[0]) => this.#browser.scroll(args)
  drag = (target: string, to?: string): Promise<BrowserResult> => this.#browser.drag({ target, to })

  /** The first words of the goal that fit; throws when none do. */
  said(words: RegExp): string[] {
    const found = this.goal.match(words)
    if (!found) throw new Error(`the goal "${this.goal}" says nothing of ${words}`)
    return found.slice(1).map((w) => (w ?? '').trim())
  }
  async button(name: RegExp | string = /^submit$/i): Promise<void> {
    const { items } = await this.look()
    const hit = items.find(
      (i) =>
        /button|submit|div|a$/.test(i.kind) &&
        (typeof name === 'string' ? i.name === name : name.test(i.name)),
    )
    if (!hit) throw new Error(`there is no button ${name}`)
    await this.click(hit.id)
  }
}
export type Policy = (hands: Hands) => Promise<void>
/** "1st" → 1 */
export function ordinal(word: string): number {
  const words = [
    'first',
    'second',
    'third',
    'fourth',
    'fifth',
    'sixth',
    'seventh',
    'eighth',
    'ninth',
    'tenth',
  ]
  const at = words.indexOf(word.toLowerCase())
  return at >= 0 ? at + 1 : Number.parseInt(word, 10)
}
