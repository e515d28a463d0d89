import { agent } from './agent.ts'
import type { Bench } from './bench.ts'
import { browser } from './browser.ts'
import { miniwob } from './miniwob.ts'
import { personas } from './personas.ts'
import { sandbox } from './sandbox.ts'
import { server } from './server.ts'
import { web } from './web.ts'

export const benches: readonly Bench[] = [agent, browser, miniwob, personas, sandbox, server, web]
