/** "840 ms", "4.2 s", "3 min 05 s", "1 h 12 min" */
export function duration(ms: number): string {
  if (ms < 1_000) return `${Math.round(ms)} ms`
  if (ms < 9_950) return `${(ms / 1_000).toFixed(1)} s`
  const seconds = Math.round(ms / 1_000)
  if (seconds < 60) return `${seconds} s`
  const minutes = Math.floor(seconds / 60)
  if (minutes < 60) return `${minutes} min ${String(seconds % 60).padStart(2, '0')} s`
  return `${Math.floor(minutes / 60)} h ${String(minutes % 60).padStart(2, '0')} min`
}

/** "17 B", "4.2 kB", "12 MB" */
export function bytes(count: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB']
  let value = count
  let unit = 0
  while (value >= 1_000 && unit < units.length - 1) {
    value /= 1_000
    unit++
  }
  return `${unit === 0 || value >= 99.95 ? Math.round(value) : value.toFixed(1)} ${units[unit]}`
}

/** "950", "12.3k", "1.2M" */
export function count(value: number): string {
  if (value < 1_000) return String(value)
  if (value < 1_000_000) return `${(value / 1_000).toFixed(value < 10_000 ? 1 : 0)}k`
  return `${(value / 1_000_000).toFixed(1)}M`
}

/** "14:02" today, else "12 Nov" or "12 Nov 2025", in the language's own way */
export function when(ts: number, language: string, now: number): string {
  const then = new Date(ts)
  const today = new Date(now)
  if (then.toDateString() === today.toDateString()) {
    return then.toLocaleTimeString(language, { hour: '2-digit', minute: '2-digit' })
  }
  const year = then.getFullYear() === today.getFullYear() ? undefined : 'numeric'
  return then.toLocaleDateString(language, { day: 'numeric', month: 'short', year })
}

export const clock = (ts: number, language: string): string =>
  new Date(ts).toLocaleTimeString(language, { hour: '2-digit', minute: '2-digit', second: '2-digit' })
