/** Says so when an address asks for a day that is over: models like the years they were trained in. */
export function pastDates(url: string, now: number, timeZone: string): string | undefined {
  const today = isoDay(now, timeZone)
  let text = url
  try {
    text = decodeURIComponent(url)
  } catch {
    // A stray percent sign: the address is looked at as it is.
  }
  const query = text.includes('?') ? text.slice(text.indexOf('?')) : ''
  const found = new Set<string>()
  for (const m of query.matchAll(/(?<!\d)(20\d\d)[-/.](0[1-9]|1[0-2])[-/.](0[1-9]|[12]\d|3[01])(?!\d)/g))
    found.add(`${m[1]}-${m[2]}-${m[3]}`)
  for (const m of query.matchAll(/(?<!\d)(20\d\d)(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])(?!\d)/g))
    found.add(`${m[1]}-${m[2]}-${m[3]}`)
  for (const m of text.matchAll(/\/(20\d\d)-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])(?=[/?#]|$)/g))
    found.add(`${m[1]}-${m[2]}-${m[3]}`)
  const past = [...found].filter((day) => day < today)
  return past.length ? `note: the url asks for ${past.join(', ')}; today is ${today}` : undefined
}

/** YYYY-MM-DD in a time zone. */
export function isoDay(ms: number, timeZone: string): string {
  return new Intl.DateTimeFormat('en-CA', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  }).format(ms)
}
