import { rootCertificates } from 'node:tls'
import { EnvHttpProxyAgent, fetch as undiciFetch } from 'undici'
import { redact } from '../errors/redact.ts'

export interface ConnectionSettings {
  httpProxy?: string
  httpsProxy?: string
  noProxy?: string
  /** PEM text trusted beside the usual roots */
  extraCa?: string
}

/** What the model layer needs of fetch: tests and other transports give their own. */
export type Fetch = (url: string, init: FetchInit) => Promise<FetchResponse>
export interface FetchInit {
  method: 'GET' | 'POST'
  headers: Record<string, string>
  body?: string
  signal?: AbortSignal
}
export interface FetchResponse {
  status: number
  headers: { get(name: string): string | null }
  /** undefined when there is none */
  body: AsyncIterable<Uint8Array> | null
  text(): Promise<string>
}

// A proxy has no business with programs of this machine; their requests would end in its error page.
const alwaysDirect = ['localhost', '127.0.0.1', '[::1]', 'host.docker.internal']

/**
 * A fetch that honours these proxies and certificates, and no variable of the environment. Throws TypeError for a
 * proxy that is no http address.
 */
export function createFetch(settings: ConnectionSettings = {}): Fetch {
  const tls = settings.extraCa ? { ca: [...rootCertificates, settings.extraCa] } : {}
  const dispatcher = new EnvHttpProxyAgent({
    httpProxy: proxyUrl(settings.httpProxy),
    httpsProxy: proxyUrl(settings.httpsProxy),
    noProxy: [settings.noProxy, ...alwaysDirect].filter(Boolean).join(','),
    // Many proxies refuse a tunnel to a plain http port; they forward such a request instead.
    proxyTunnel: false,
    connect: { ...tls, timeout: 20_000 },
    requestTls: tls,
    proxyTls: tls,
    // Our own clocks end a silent request; these two would end a patient one.
    headersTimeout: 0,
    bodyTimeout: 0,
  })
  return (url, init) => undiciFetch(url, { ...init, dispatcher })
}

// An empty text keeps undici from looking into the environment. Proxies are often written without their scheme.
function proxyUrl(given: string | undefined): string {
  const text = given?.trim() ?? ''
  if (text === '') return ''
  const url = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `http://${text}`
  if (URL.canParse(url) && /^https?:/i.test(url)) return url
  throw new TypeError(`"${redact(text)}" is no proxy; an example: http://10.0.0.1:8080`)
}
