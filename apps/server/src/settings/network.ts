import { isIP } from 'node:net'
import { flag, list, type Setting, text, textOr, url, whole, word } from './setting.ts'

const group = 'server'
const atStart = true as const

const basePath: Setting<string> = {
  ...textOr('/', { group, atStart, help: 'Sub-path behind a reverse proxy', example: '/agent' }),
  read(value) {
    if (!/^\/?[\w.~/-]*$/.test(value)) throw new Error('must be a path such as /agent')
    const inner = value.replace(/^\/+|\/+$/g, '')
    return inner === '' ? '/' : `/${inner}/`
  },
}

const proxyWords: Record<string, string> = { yes: 'loopback,uniquelocal', on: 'loopback,uniquelocal' }
const trustProxy: Setting<string[]> = {
  ...list({
    group,
    atStart,
    shown: 'off',
    example: '127.0.0.1,172.18.0.0/16',
    help: 'Addresses of reverse proxies whose X-Forwarded-* headers are believed',
  }),
  read(value) {
    if (['off', 'no', 'false', '0'].includes(value.toLowerCase())) return []
    const names = (proxyWords[value.toLowerCase()] ?? value).split(/[,\s]+/).filter(Boolean)
    for (const name of names)
      if (!['loopback', 'linklocal', 'uniquelocal'].includes(name) && !isIP(name.split('/')[0] ?? ''))
        throw new Error('must be off, or addresses or ranges of the proxies')
    return names
  },
}

const levels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const

export const network = {
  HOST: textOr('127.0.0.1', { group, atStart, help: 'Address to listen on; 0.0.0.0 = every network' }),
  PORT: whole(3000, { group, atStart, min: 0, max: 65535, help: 'Port to listen on; 0 = any free one' }),
  PREVIEW_PORT: whole<number | undefined>(undefined, {
    group,
    atStart,
    min: 0,
    max: 65535,
    shown: 'PORT+1',
    help: 'Port of the second origin, for programs the agent started',
  }),
  PREVIEW_URL: url({ group, atStart, help: 'Address of that origin behind a reverse proxy' }),
  PUBLIC_URL: url({ group, atStart, help: 'Address people open, when it is not this one' }),
  BASE_PATH: basePath,
  TRUST_PROXY: trustProxy,
  DATA_DIR: textOr('./data', { group, atStart, help: 'Where everything is kept' }),
  LOG_LEVEL: word(levels, 'info', {
    group,
    atStart,
    also: { warning: 'warn', critical: 'fatal', notset: 'trace' },
    help: 'How much the log says',
  }),
  EXTRA_CA_CERTS: text({
    group,
    atStart,
    shown: '`NODE_EXTRA_CA_CERTS`',
    example: '/etc/ssl/certs/company.pem',
    help: 'A PEM file of certificates trusted by the server, the image build and the sandbox',
  }),
  AUTH: word(['password', 'proxy', 'none'], 'password', {
    group,
    atStart,
    help: 'Who signs people in: this server, a reverse proxy, or nobody (only on a loopback HOST)',
  }),
  AUTH_HEADER: textOr('remote-user', {
    group,
    atStart,
    help: 'With AUTH=proxy: the header in which a trusted proxy names the person',
  }),
  AUTH_NONE_ON_LAN: flag(false, {
    group,
    atStart,
    shown: 'no',
    help: 'Allows AUTH=none on an address that others reach',
  }),
}
