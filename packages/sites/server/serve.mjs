#!/usr/bin/env node
// Runs inside a sandbox as it is, so it stands on Node alone.
import { parseArgs } from 'node:util'
import { startSites } from './start-sites.mjs'

const { values } = parseArgs({
  options: {
    host: { type: 'string', default: '127.0.0.1' },
    'shop-port': { type: 'string', default: '8081' },
    'pay-port': { type: 'string', default: '8082' },
  },
})

try {
  const sites = await startSites({
    host: values.host,
    shopPort: Number(values['shop-port']),
    payPort: Number(values['pay-port']),
  })
  process.stdout.write(`sites ready: ${sites.shop.origin} ${sites.pay.origin}\n`)
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => sites.close())
} catch (error) {
  if (error.code !== 'EADDRINUSE') throw error
  // Started twice is started: a woken sandbox may be asked again while the first still runs.
  process.stdout.write(`sites not started: ${error.message}\n`)
}
