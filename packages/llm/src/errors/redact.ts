import { isObject } from '../wire/json-value.ts'

const patterns: [RegExp, string][] = [
  [/\b(Bearer|Basic)\s+[A-Za-z0-9._~+/=-]{8,}/gi, '$1 [removed]'],
  [/\b(sk|pk|rk|gsk|xai|key|AIza|ghp|tvly|hf)[-_A-Za-z0-9*]{16,}/g, '[removed]'],
  [
    /(["']?(?:api[-_]?key|authorization|access[-_]?token|secret|password)["']?\s*[:=]\s*["']?)[^\s"',}]{4,}/gi,
    '$1[removed]',
  ],
  [/:\/\/[^/\s:@]+:[^/\s@]+@/g, '://[removed]@'],
]

/** Text without these secrets and without what looks like one. */
export function redact(text: string, secrets: readonly string[] = []): string {
  let clean = text
  for (const secret of secrets) if (secret.length >= 4) clean = clean.replaceAll(secret, '[removed]')
  for (const [pattern, by] of patterns) clean = clean.replace(pattern, by)
  return clean
}

/** The same for every text inside a value. Keys stay: a pattern over the whole JSON could eat a quote and break it. */
export function redactDeep(value: unknown, secrets: readonly string[] = []): unknown {
  if (typeof value === 'string') return redact(value, secrets)
  if (Array.isArray(value)) return value.map((item) => redactDeep(item, secrets))
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, redactDeep(item, secrets)]))
}
