import type { PageCode } from './page-code.ts'

/** The paragraphs of a page that answer a question, ranked by its rare words; the page itself stays where it is. */
export function passages(page: PageCode): void {
  const common = new Set(
    'a an and are as at be by for from has have how in is it its of on or that the this to was were what when where which who why will with 的 了 是 在 和 有'.split(
      ' ',
    ),
  )

  const terms = (text: string): string[] => {
    const out: string[] = []
    for (const m of page.squash(text).matchAll(/[\p{L}\p{N}_]+/gu)) {
      const word = m[0]
      // Words of scripts without spaces are found by pairs of characters.
      const parts =
        word.match(
          /[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]+|[^\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]+/g,
        ) ?? []
      for (const part of parts) {
        if (/[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/.test(part)) {
          if (part.length === 1) out.push(part)
          for (let i = 0; i + 1 < part.length; i++) out.push(part.slice(i, i + 2))
        } else out.push(part.length > 4 ? part.replace(/(ies|es|s|ing|ed)$/, '') : part)
      }
    }
    return out
  }

  page.passages = (query, max) => {
    const text = page.held
    const lines = text.split('\n')
    const blocks: { at: number; text: string; head: string }[] = []
    let head = ''
    let header = ''
    let held: string[] = []
    let start = 0
    let at = 0
    const push = (): void => {
      if (held.length) blocks.push({ at: start, text: held.join('\n'), head })
      held = []
    }
    for (const line of lines) {
      const table = line.startsWith('|')
      if (line === '' || /^#{1,6} /.test(line)) {
        push()
        header = ''
        if (line) head = line
      } else {
        if (table && !header) header = line
        // Long tables and lists are looked at in pieces of their own, with the head line of the table.
        const full = held.reduce((n, l) => n + l.length, 0) > 500
        if (full && (table || /^\s*([-*]|\d+\.) /.test(line))) {
          push()
          start = at
          if (table && header && header !== line) held.push(header)
        }
        if (!held.length) start = at
        held.push(line)
      }
      at += line.length + 1
    }
    push()
    const wanted = terms(query)
    const asked = Array.from(new Set(wanted.filter((t) => !common.has(t))))
    const keys = asked.length ? asked : Array.from(new Set(wanted))
    const docs = blocks.map((b) => terms(`${b.head} ${b.text}`))
    const inHowMany = new Map<string, number>()
    for (const key of keys) inHowMany.set(key, docs.filter((d) => d.includes(key)).length)
    const average = docs.reduce((n, d) => n + d.length, 0) / Math.max(1, docs.length)
    const phrase = page.squash(query)
    const scored = blocks
      .map((block, i) => {
        const doc = docs[i]!
        let score = 0
        for (const key of keys) {
          const n = doc.filter((t) => t === key).length
          if (!n) continue
          const rare = Math.log(1 + (docs.length - inHowMany.get(key)! + 0.5) / (inHowMany.get(key)! + 0.5))
          score += (rare * n * 2.2) / (n + 1.2 * (0.25 + (0.75 * doc.length) / Math.max(1, average)))
        }
        if (phrase.length > 3 && page.squash(block.text).includes(phrase)) score += 4
        return { block, score, i }
      })
      .filter((s) => s.score > 0)
      .sort((a, b) => b.score - a.score)
    const best = scored[0]?.score ?? 0
    const taken: { at: number; text: string }[] = []
    let used = 0
    for (const { block, score } of scored) {
      if (score < best * 0.25 || taken.length >= 12) break
      const body = block.text.length > 1200 ? around(block.text, keys, 1200) : block.text
      const shown = `${block.head ? `${block.head.replace(/^#+ /, '§ ')}\n` : ''}${body}`
      if (used + shown.length > max) continue
      used += shown.length
      taken.push({ at: block.at, text: shown })
    }
    taken.sort((a, b) => a.at - b.at)
    return {
      text: taken.map((t) => `[at ${t.at}] ${t.text}`).join('\n\n'),
      hits: scored.length,
      blocks: blocks.length,
    }
  }

  function around(text: string, keys: string[], max: number): string {
    const low = page.squash(text)
    let at = low.length
    for (const key of keys) {
      const found = low.indexOf(key)
      if (found >= 0 && found < at) at = found
    }
    const from = Math.max(0, Math.min(at - max / 3, text.length - max))
    return `${from > 0 ? '…' : ''}${text.slice(from, from + max)}${from + max < text.length ? '…' : ''}`
  }
}
