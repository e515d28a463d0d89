const months = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
]
const days = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']

/** The first date of a text, as YYYY-MM-DD. */
export function dateIn(text: string): Date | undefined {
  const hit = /(\d{4})-(\d{2})-(\d{2})/.exec(text)
  return hit ? new Date(Date.UTC(Number(hit[1]), Number(hit[2]) - 1, Number(hit[3]))) : undefined
}

/** `offset` as in +45d or +2m; months keep the day where they can. */
export function moved(date: Date, offset: string): Date {
  const amount = Number(offset.slice(0, -1))
  const to = new Date(date)
  if (offset.endsWith('d')) {
    to.setUTCDate(to.getUTCDate() + amount)
    return to
  }
  const day = to.getUTCDate()
  to.setUTCDate(1)
  to.setUTCMonth(to.getUTCMonth() + amount)
  const last = new Date(Date.UTC(to.getUTCFullYear(), to.getUTCMonth() + 1, 0)).getUTCDate()
  to.setUTCDate(Math.min(day, last))
  return to
}

export function formatDate(date: Date, format: string): string {
  const parts: Record<string, string> = {
    YYYY: String(date.getUTCFullYear()),
    MMMM: months[date.getUTCMonth()] ?? '',
    MM: String(date.getUTCMonth() + 1).padStart(2, '0'),
    M: String(date.getUTCMonth() + 1),
    DD: String(date.getUTCDate()).padStart(2, '0'),
    D: String(date.getUTCDate()),
    ddd: days[date.getUTCDay()] ?? '',
  }
  return format.replace(/YYYY|MMMM|MM|M|DD|D|ddd/g, (part) => parts[part] ?? part)
}
