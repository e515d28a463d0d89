import { readFileSync } from 'node:fs'
import type { ConnectionSettings } from '@deskhand/llm'
import { createFetch } from '@deskhand/llm'
import type { Values } from '../settings/index.ts'

/** How the server's own requests leave: proxy and extra certificates. Node's own fetch knows neither. */
export function outgoing(values: Values): { settings: ConnectionSettings; fetch: typeof fetch } {
  const { HTTP_PROXY, HTTPS_PROXY, NO_PROXY, EXTRA_CA_CERTS } = values
  const settings: ConnectionSettings = {
    ...(HTTP_PROXY === undefined ? {} : { httpProxy: HTTP_PROXY }),
    ...(HTTPS_PROXY === undefined ? {} : { httpsProxy: HTTPS_PROXY }),
    ...(NO_PROXY === undefined ? {} : { noProxy: NO_PROXY }),
    ...(EXTRA_CA_CERTS === undefined ? {} : { extraCa: readFileSync(EXTRA_CA_CERTS, 'utf8') }),
  }
  return { settings, fetch: createFetch(settings) as unknown as typeof fetch }
}
