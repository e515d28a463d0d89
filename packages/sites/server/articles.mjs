import { readdir, readFile } from 'node:fs/promises'

const folder = new URL('../pages/shop/articles/', import.meta.url)

/** Articles in which every word of the query stands; the line is the first sentence with one. */
export async function searchArticles(query) {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  const names = (await readdir(folder))
    .filter((name) => name.endsWith('.html') && name !== 'index.html')
    .sort()
  const hits = []
  for (const name of names) {
    const html = await readFile(new URL(name, folder), 'utf8')
    const text = html
      .replace(/<head>[\s\S]*?<\/head>|<header>[\s\S]*?<\/header>/g, '')
      .replace(/<[^>]+>/g, ' ')
      .replace(/\s+/g, ' ')
    if (!words.every((word) => text.toLowerCase().includes(word))) continue
    const line = text
      .split(/(?<=[.!?]) /)
      .find((sentence) => words.some((word) => sentence.toLowerCase().includes(word)))
    hits.push({
      href: `/articles/${name}`,
      title: /<h1>(.*?)<\/h1>/.exec(html)?.[1] ?? name,
      line: line?.trim() ?? '',
    })
  }
  return hits
}
