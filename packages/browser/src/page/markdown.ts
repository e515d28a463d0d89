import type { PageCode } from './page-code.ts'

/** The page as Markdown, read where it lies: what shows, with headings, lists, tables, code, links and form values. */
export function markdown(page: PageCode): void {
  const skip = new Set([
    'SCRIPT',
    'STYLE',
    'NOSCRIPT',
    'TEMPLATE',
    'HEAD',
    'META',
    'LINK',
    'TITLE',
    'SVG',
    'svg',
    'CANVAS',
    'OBJECT',
    'EMBED',
    'DATALIST',
  ])
  const blocks = new Set([
    'P',
    'DIV',
    'SECTION',
    'ARTICLE',
    'MAIN',
    'HEADER',
    'FOOTER',
    'NAV',
    'ASIDE',
    'UL',
    'OL',
    'LI',
    'DL',
    'DT',
    'DD',
    'TABLE',
    'BLOCKQUOTE',
    'PRE',
    'FIGURE',
    'FIGCAPTION',
    'FORM',
    'FIELDSET',
    'DETAILS',
    'SUMMARY',
    'ADDRESS',
    'HR',
    'H1',
    'H2',
    'H3',
    'H4',
    'H5',
    'H6',
    'IFRAME',
    'DIALOG',
    'TR',
    'LEGEND',
  ])

  const squeeze = (text: string): string =>
    text.replace(/[\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff\u00ad]/g, '').replace(/[\s\u00a0]+/g, ' ')
  const fence = (text: string): string => {
    let ticks = '```'
    while (text.includes(ticks)) ticks += '`'
    return ticks
  }

  const read = (root: Element, links: boolean): string => {
    const out: string[] = []
    let line = ''
    const flush = (prefix: string): void => {
      const text = line.replace(/ {2,}/g, ' ').trim()
      line = ''
      if (text) out.push(prefix + text)
    }
    const gap = (): void => {
      if (out.length && out[out.length - 1] !== '') out.push('')
    }
    const hidden = (el: Element): boolean => {
      if (el.getAttribute('aria-hidden') === 'true') return true
      if (!page.visible(el)) {
        // Invisible boxes may hold visible parts again.
        return !el.checkVisibility() || getComputedStyle(el).opacity === '0'
      }
      // Beyond the page's left or upper edge, or in a strip of a pixel: written for machines, not for eyes.
      const r = el.getBoundingClientRect()
      if (r.width && (r.right + scrollX <= 0 || r.bottom + scrollY <= 0)) return true
      return r.width > 0 && (r.width <= 1 || r.height <= 1) && getComputedStyle(el).overflow !== 'visible'
    }
    const href = (el: HTMLAnchorElement): string =>
      /^(javascript|data|blob):/i.test(el.href) ? '' : el.href.slice(0, 500)
    const inline = (el: Element): string => {
      let text = ''
      for (const node of page.down(el)) text += inlineNode(node)
      return text
    }
    const inlineNode = (node: Node): string => {
      if (node instanceof Text) {
        const parent = page.up(node)
        if (!parent || !node.data.trim()) return node.data ? ' ' : ''
        if (getComputedStyle(parent).visibility !== 'visible' || page.hiddenText(parent)) return ''
        return squeeze(node.data)
      }
      if (!(node instanceof Element) || skip.has(node.tagName) || hidden(node)) return ''
      switch (node.tagName) {
        case 'BR':
          return '\n'
        case 'IMG': {
          const alt = page.clean((node as HTMLImageElement).alt)
          return alt ? ` ![${page.cut(alt, 100)}] ` : ''
        }
        case 'A': {
          const text = page.clean(inline(node))
          const to = href(node as HTMLAnchorElement)
          if (!text) return ''
          return links && to
            ? `[${text.replace(/([[\]])/g, '\\$1')}](${to.replace(/[()\s]/g, encodeURIComponent)})`
            : text
        }
        case 'CODE':
        case 'KBD':
        case 'SAMP': {
          const text = (node.textContent ?? '').trim()
          return text ? (text.includes('`') ? `\`\` ${text} \`\`` : `\`${text}\``) : ''
        }
        case 'STRONG':
        case 'B': {
          const text = inline(node)
          return text.trim() ? ` **${text.trim()}** ` : ''
        }
        case 'EM':
        case 'I': {
          const text = inline(node)
          return text.trim() ? ` *${text.trim()}* ` : ''
        }
        case 'INPUT':
        case 'SELECT':
        case 'TEXTAREA':
          return fieldText(node)
      }
      return blocks.has(node.tagName) ? ` ${inline(node)} ` : inline(node)
    }
    const fieldText = (el: Element): string => {
      if (el instanceof HTMLInputElement) {
        if (el.type === 'hidden' || /^(submit|button|reset|image|file)$/.test(el.type))
          return el.type === 'submit' || el.type === 'button' ? ` [${page.clean(el.value)}] ` : ''
        if (/^(checkbox|radio)$/.test(el.type)) return el.checked ? ' [x] ' : ' [ ] '
        if (page.isSecret(el)) return el.value ? ' `(hidden)` ' : ' `____` '
        return ` \`${page.cut(page.clean(el.value), 200) || '____'}\` `
      }
      if (el instanceof HTMLSelectElement)
        return ` \`${Array.from(el.selectedOptions)
          .map((o) => page.clean(o.label))
          .join(', ')}\` `
      return ` \`${page.cut(page.clean((el as HTMLTextAreaElement).value), 20_000) || '____'}\` `
    }

    const table = (el: HTMLTableElement): boolean => {
      const rows = Array.from(el.rows).filter((r) => !hidden(r))
      const widest = rows.reduce((n, r) => Math.max(n, r.cells.length), 0)
      if (
        rows.length < 2 ||
        widest < 2 ||
        el.querySelector('table') ||
        el.getAttribute('role') === 'presentation'
      )
        return false
      gap()
      const caption = el.caption ? page.clean(inline(el.caption)) : ''
      if (caption) out.push(`**${caption}**`, '')
      const print = (row: HTMLTableRowElement): string => {
        const cells: string[] = []
        for (const cell of row.cells) {
          cells.push(inline(cell).replace(/\n/g, ' ').replace(/\s+/g, ' ').trim().replace(/\|/g, '\\|'))
          for (let i = 1; i < Math.min(cell.colSpan, 50); i++) cells.push('')
        }
        return `| ${cells.join(' | ')} |`
      }
      rows.forEach((row, i) => {
        out.push(print(row))
        if (i === 0)
          out.push(
            `|${' --- |'.repeat(Math.max(1, Math.min(row.cells.length ? Array.from(row.cells).reduce((n, c) => n + Math.min(c.colSpan, 50), 0) : widest, 100)))}`,
          )
      })
      gap()
      return true
    }

    const block = (el: Element, prefix: string, depth: number): void => {
      for (const node of page.down(el)) {
        if (!(node instanceof Element)) {
          line += inlineNode(node)
          continue
        }
        if (skip.has(node.tagName) || hidden(node)) continue
        if (!blocks.has(node.tagName)) {
          // A custom element or span may still hold blocks.
          if (!page.rootOf(node) && !node.firstElementChild) line += inlineNode(node)
          else if (hasBlocks(node)) block(node, prefix, depth)
          else line += inlineNode(node)
          continue
        }
        flush(prefix)
        one(node, prefix, depth)
      }
    }
    const hasBlocks = (el: Element): boolean => {
      if (page.rootOf(el) || el instanceof HTMLSlotElement) return true
      for (const child of el.children)
        if (blocks.has(child.tagName) || page.rootOf(child) || (child.firstElementChild && hasBlocks(child)))
          return true
      return false
    }
    const one = (el: Element, prefix: string, depth: number): void => {
      const tag = el.tagName
      if (/^H[1-6]$/.test(tag)) {
        const text = page.clean(inline(el))
        gap()
        if (text) out.push(`${prefix}${'#'.repeat(Number(tag[1]))} ${text}`)
        gap()
        return
      }
      if (tag === 'TABLE' && table(el as HTMLTableElement)) return
      if (tag === 'PRE') {
        const text = page.drawn(el).replace(/\n+$/, '')
        const ticks = fence(text)
        const lang = (el.querySelector('code')?.className ?? '').match(/language-([\w+-]+)/)?.[1] ?? ''
        gap()
        out.push(...[`${ticks}${lang}`, ...text.split('\n'), ticks].map((l) => prefix + l))
        gap()
        return
      }
      if (tag === 'HR') {
        gap()
        out.push(`${prefix}---`)
        gap()
        return
      }
      if (tag === 'UL' || tag === 'OL') {
        if (depth === 0) gap()
        let n = (el as HTMLOListElement).start || 1
        for (const item of page.down(el)) {
          if (!(item instanceof Element) || hidden(item)) continue
          if (item.tagName !== 'LI') {
            block(item, prefix, depth)
            flush(prefix)
            continue
          }
          const mark = tag === 'OL' ? `${n++}. ` : '- '
          const at = out.length
          block(item, `${prefix}  `, depth + 1)
          flush(`${prefix}  `)
          while (out[at] === '' && out.length > at) out.splice(at, 1)
          if (out.length > at) out[at] = `${prefix}${mark}${out[at]!.slice(prefix.length).trimStart()}`
        }
        if (depth === 0) gap()
        return
      }
      if (tag === 'BLOCKQUOTE') {
        gap()
        block(el, `${prefix}> `, depth)
        flush(`${prefix}> `)
        gap()
        return
      }
      if (tag === 'IFRAME') {
        const src = (el as HTMLIFrameElement).src
        out.push(`${prefix}(frame${src ? `: ${src.slice(0, 200)}` : ''})`)
        return
      }
      const spaced = /^(P|DL|FIGURE|FIELDSET|DETAILS|ARTICLE|SECTION)$/.test(tag) && depth === 0
      if (spaced) gap()
      block(el, prefix, depth)
      flush(prefix)
      if (spaced) gap()
    }

    if (root.tagName === 'TABLE') one(root, '', 0)
    else block(root, '', 0)
    flush('')
    return out
      .join('\n')
      .replace(/\n{3,}/g, '\n\n')
      .trim()
  }

  // The document as it is now, without what secret fields hold.
  page.source = () => {
    const copy = document.documentElement.cloneNode(true) as Element
    const real = document.documentElement.querySelectorAll('input')
    copy.querySelectorAll('input').forEach((input, i) => {
      const original = real[i]
      if (original && page.isSecret(original) && input.hasAttribute('value'))
        input.setAttribute('value', '(hidden)')
    })
    return copy.outerHTML
  }

  page.held = ''
  page.markdown = (options) => {
    const root =
      typeof options.scope === 'number'
        ? page.byId(options.scope)
        : options.scope === 'main'
          ? (document.querySelector('main,[role=main]') ?? document.body)
          : document.body
    if (!root) return (document.documentElement?.textContent ?? '').trim()
    const text = read(root, options.links)
    if (options.scope === 'main' && text.length < 200) return read(document.body, options.links)
    return text
  }
  page.hold = (scope) => {
    page.held = page.markdown({ scope, links: true })
    return page.held.length
  }
  page.piece = (from, to) => page.held.slice(from, to)
}
