import type { ModelProfile } from '../profiles/profile.ts'

export interface ServerAddress {
  /** mended */
  baseUrl: string
  model: string
  apiKey?: string
  /** Azure only */
  apiVersion?: string
  headers?: Record<string, string>
}

/** Where chat completions are asked for. */
export function chatUrl({ baseUrl, model, apiVersion }: ServerAddress, profile: ModelProfile): string {
  const base = `${baseUrl}${profile.basePath}`
  if (profile.preset !== 'azure') return `${base}/chat/completions`
  const query = apiVersion ? `?api-version=${encodeURIComponent(apiVersion)}` : ''
  if (new URL(base).pathname.length > 1) return `${base}/chat/completions${query}`
  if (!apiVersion) return `${base}/openai/v1/chat/completions`
  return `${base}/openai/deployments/${encodeURIComponent(model)}/chat/completions${query}`
}

export function requestHeaders(address: ServerAddress, profile: ModelProfile): Record<string, string> {
  const key = address.apiKey?.trim()
  const extra = Object.entries(address.headers ?? {}).map(
    ([name, value]) => [name.toLowerCase(), value] as const,
  )
  return {
    'content-type': 'application/json',
    accept: 'text/event-stream, application/json',
    'user-agent': 'deskhand',
    ...(key && (profile.auth === 'bearer' ? { authorization: `Bearer ${key}` } : { [profile.auth]: key })),
    ...Object.fromEntries(extra),
  }
}
