/** The inside of every `<name …>…</name>` in the text, in order. */
export function tagged(text: string, name: string): { attributes: string; body: string }[] {
  const pattern = new RegExp(`<${name}(\\s[^>]*)?>([\\s\\S]*?)</${name}>`, 'g')
  return [...text.matchAll(pattern)].map((hit) => ({ attributes: hit[1] ?? '', body: (hit[2] ?? '').trim() }))
}

/** The value of `key="…"` or `key=…` in a tag's head. */
export function attribute(attributes: string, key: string): string | undefined {
  const hit = new RegExp(`\\b${key}=(?:"([^"]*)"|(\\S+))`).exec(attributes)
  return hit?.[1] ?? hit?.[2]
}

/** The text with all `<name …>…</name>` blocks of these names taken out. */
export function without(text: string, names: readonly string[]): string {
  return names
    .reduce(
      (rest, name) => rest.replace(new RegExp(`<${name}(\\s[^>]*)?>[\\s\\S]*?</${name}>`, 'g'), ''),
      text,
    )
    .trim()
}
