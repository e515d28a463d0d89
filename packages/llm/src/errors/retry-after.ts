interface Headers {
  get(name: string): string | null
}

/** Milliseconds that the server asks us to wait, from its headers or its words; undefined when it says nothing. */
export function readRetryAfter(headers: Headers | undefined, text: string, now: number): number | undefined {
  const fromHeaders = headers && (exact(headers) ?? retryAfter(headers, now) ?? exhausted(headers, now))
  return fromHeaders ?? fromWords(text)
}

function exact(headers: Headers): number | undefined {
  const value = headers.get('retry-after-ms')
  return value === null ? undefined : positive(Number(value))
}

function retryAfter(headers: Headers, now: number): number | undefined {
  const value = headers.get('retry-after')
  if (value === null) return undefined
  const seconds = Number(value)
  if (Number.isFinite(seconds)) return positive(seconds * 1_000)
  const date = Date.parse(value)
  return Number.isNaN(date) ? duration(value) : positive(date - now)
}

// The limit that is used up says when it is full again; the others' reset times do not matter.
function exhausted(headers: Headers, now: number): number | undefined {
  const waits = ['requests', 'tokens'].flatMap((kind) => {
    if (headers.get(`x-ratelimit-remaining-${kind}`) !== '0') return []
    const wait = resetTime(headers.get(`x-ratelimit-reset-${kind}`), now)
    return wait === undefined ? [] : [wait]
  })
  if (waits.length === 0 && headers.get('x-ratelimit-remaining') === '0') {
    return resetTime(headers.get('x-ratelimit-reset'), now)
  }
  return waits.length > 0 ? Math.max(...waits) : undefined
}

function resetTime(value: string | null, now: number): number | undefined {
  if (value === null) return undefined
  const number = Number(value)
  if (!Number.isFinite(number)) return duration(value) ?? positive(Date.parse(value) - now)
  // Small numbers are seconds to wait, large ones a moment in seconds or milliseconds.
  if (number < 1e9) return positive(number * 1_000)
  return positive((number < 1e12 ? number * 1_000 : number) - now)
}

function fromWords(text: string): number | undefined {
  const match =
    /"?retry_?delay"?\s*[:=]\s*"?([\d.]+)\s*(ms|s|m)/i.exec(text) ??
    /(?:try again|retry(?:ing)?) (?:in|after)\s+([\d.]+)\s*(ms|milliseconds?|s|seconds?|m|minutes?)/i.exec(
      text,
    )
  return match?.[1] && match[2] ? positive(Number(match[1]) * unit(match[2])) : undefined
}

/** `6m0s`, `1.5s`, `12ms` */
function duration(value: string): number | undefined {
  const parts = [...value.matchAll(/([\d.]+)(ms|h|m|s)/g)]
  if (parts.length === 0) return undefined
  return positive(parts.reduce((sum, [, amount, of]) => sum + Number(amount) * unit(of ?? 's'), 0))
}

function unit(name: string): number {
  if (/^ms|^milli/i.test(name)) return 1
  if (/^h/i.test(name)) return 3_600_000
  return /^m/i.test(name) ? 60_000 : 1_000
}

const positive = (ms: number) => (Number.isFinite(ms) && ms >= 0 ? Math.ceil(ms) : undefined)
