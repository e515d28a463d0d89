import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { isLoopback } from './config.ts'

/** What the terminal says when people can come in. */
export function readyLines(app: FastifyInstance): string[] {
  const { HOST, PUBLIC_URL, BASE_PATH, AUTH } = app.config.values
  const { port } = app.server.address() as AddressInfo
  const host = HOST === '0.0.0.0' || HOST === '::' ? 'localhost' : HOST.includes(':') ? `[${HOST}]` : HOST
  const base = PUBLIC_URL === undefined ? `http://${host}:${port}${BASE_PATH}` : `${PUBLIC_URL}${BASE_PATH}`
  const lines = [`Deskhand is ready: ${base}`]
  if (AUTH === 'password' && app.accounts.setupNeeded)
    lines.push(`Make the first account here (once): ${base}setup?token=${app.accounts.setupLink()}`)
  if (isLoopback(HOST) && PUBLIC_URL === undefined)
    lines.push('To open it from other devices of your network: HOST=0.0.0.0 npm start')
  return lines
}
