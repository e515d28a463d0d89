import { isPrivateHost } from './private-host.ts'

export interface MendedUrl {
  url: string
  /** what was changed, for people */
  notes: string[]
}

// Where the compatible part lives when only the host was given.
const knownPaths: [RegExp, string][] = [
  [/(^|\.)generativelanguage\.googleapis\.com$/, '/v1beta/openai'],
  [/^dashscope(-intl|-us)?\.aliyuncs\.com$/, '/compatible-mode/v1'],
  [/(^|\.)openrouter\.ai$/, '/api/v1'],
  [/(^|\.)(bigmodel\.cn|z\.ai)$/, '/api/paas/v4'],
  [/\.azure\.com$/, ''],
  [/^bedrock-runtime\..*\.amazonaws\.com$/, '/openai/v1'],
]

/** Makes a base URL of what people paste: a missing scheme or /v1, a whole endpoint, slashes at the end. */
export function mendBaseUrl(input: string, preset?: string): MendedUrl {
  const notes: string[] = []
  const trimmed = input.trim().replace(/^["'<]+|["'>]+$/g, '')
  if (trimmed === '') throw new TypeError('The base URL is empty; an example: https://api.openai.com/v1')
  const url = parse(trimmed, notes)
  if (url.search !== '' || url.hash !== '') {
    notes.push('left out what follows the path')
    url.search = ''
    url.hash = ''
  }
  let path = url.pathname.replace(/\/{2,}/g, '/').replace(/\/+$/, '')
  const endpoint = /\/(chat\/completions|completions|responses|embeddings|models|messages)$/
  if (endpoint.test(path)) {
    path = path.replace(endpoint, '')
    notes.push('left out the endpoint at the end')
  }
  path = path.replace(/(\/v1)+$/, '/v1')
  // Azure's path is made of model and version, whatever gateway stands before it.
  if (preset === 'azure') return { url: `${url.protocol}//${auth(url)}${url.host}${path}`, notes }
  if (path === '' || (path === '/api' && isPrivateHost(url.hostname))) {
    path = knownPaths.find(([host]) => host.test(url.hostname))?.[1] ?? '/v1'
    if (path !== '') notes.push(`added ${path}`)
  }
  return { url: `${url.protocol}//${auth(url)}${url.host}${path}`, notes }
}

function parse(text: string, notes: string[]): URL {
  const hasScheme = /^[a-z][a-z0-9+.-]*:\/\//i.test(text)
  const host = text.split(/[/:]/)[0] ?? ''
  const scheme = isPrivateHost(host) ? 'http' : 'https'
  if (!hasScheme) notes.push(`added ${scheme}://`)
  try {
    const url = new URL(hasScheme ? text : `${scheme}://${text}`)
    if (url.protocol === 'http:' || url.protocol === 'https:') return url
  } catch {
    // Falls through to the one sentence that says what an address looks like.
  }
  throw new TypeError(`"${text}" is no base URL; an example: http://localhost:11434/v1`)
}

const auth = (url: URL) => (url.username ? `${url.username}:${url.password}@` : '')
