/** Pages of a fixed seed: the same on every machine and every day. */
function random(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) | 0
    return (state >>> 0) / 2 ** 32
  }
}
const words =
  'amber birch cedar delta ember fjord grove hazel iris jade kelp larch maple north ochre pine quartz reed slate thorn umber vale willow yarrow zephyr canvas copper linen marble oak stone wool'.split(
    ' ',
  )
const pick = (next: () => number) => words[Math.floor(next() * words.length)]!
const sentence = (next: () => number, n: number) => {
  const text = Array.from({ length: n }, () => pick(next)).join(' ')
  return `${text[0]!.toUpperCase()}${text.slice(1)}.`
}
const html = (title: string, body: string, style = '') =>
  `<!doctype html><meta charset="utf-8"><title>${title}</title><style>body{font:15px/1.4 sans-serif;margin:0 24px}${style}</style>${body}`

/** A shop grid of about 5,000 elements, a tenth of them with listeners of their own. */
export function shopPage(): string {
  const next = random(7)
  let cards = ''
  for (let i = 0; i < 620; i++) {
    const name = `${pick(next)} ${pick(next)}`
    cards += `<div class="card"><a href="/item/${i}"><img alt="" width="80" height="60"></a><a href="/item/${i}">${name}</a><p><b>${(5 + next() * 300).toFixed(2)}</b> <small>${Math.floor(next() * 900)} sold</small></p><button>Add to cart</button></div>`
  }
  return html(
    'Shop',
    `<h1>Shop</h1><form><input name="q" placeholder="Search"><button>Search</button></form><div class="grid">${cards}</div><script>document.querySelectorAll('.card:nth-child(10n) p').forEach((p) => p.addEventListener('click', () => {}))</script>`,
    '.grid{display:grid;grid-template-columns:repeat(6,1fr);gap:8px}.card{border:1px solid #ddd}.card>*{display:block}',
  )
}
/** A long article with 400 links. */
export function articlePage(): string {
  const next = random(11)
  let body = '<h1>On forests</h1>'
  for (let i = 0; i < 100; i++) {
    if (i % 10 === 0) body += `<h2>${sentence(next, 3)}</h2>`
    body += `<p>${Array.from({ length: 4 }, (_, k) => `${sentence(next, 14)} <a href="/wiki/${i}-${k}">${pick(next)} ${pick(next)}</a> ${sentence(next, 10)}`).join(' ')}</p>`
  }
  return html('On forests', body, 'p{max-width:860px}')
}
/** 10 MB of tables and paragraphs. */
export function hugePage(): string {
  const next = random(13)
  const parts: string[] = []
  let size = 0
  while (size < 10_000_000) {
    const rows = Array.from(
      { length: 40 },
      () =>
        `<tr>${Array.from({ length: 6 }, () => `<td style="padding:2px 6px;text-align:right">${(next() * 1e6).toFixed(2)}</td>`).join('')}</tr>`,
    ).join('')
    const part = `<h2>${sentence(next, 4)}</h2>${Array.from({ length: 6 }, () => `<p>${sentence(next, 60)}</p>`).join('')}<table><tr>${Array.from({ length: 6 }, () => `<th>${pick(next)}</th>`).join('')}</tr>${rows}</table>`
    parts.push(part)
    size += part.length
  }
  return html('Filing', parts.join('\n'))
}
export function effectPage(): string {
  return html(
    'Effect',
    '<button>Nothing</button><button onclick="const li = document.createElement(\'li\'); li.textContent = \'line \' + list.children.length; list.append(li)">Add</button><ul id="list"></ul>',
  )
}
