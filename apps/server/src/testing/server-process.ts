import { startDemoLlm } from '@deskhand/fake-llm'
import { createHostDouble } from '@deskhand/sandbox/testing'
import { buildApp } from '../app.ts'
import { readConfig } from '../config.ts'
import { readyLines } from '../ready-lines.ts'

// The whole server with the demo's model and sandboxes of this process, for tests that kill it.
const config = readConfig()
const { host } = createHostDouble()
const app = await buildApp(config, { openHost: () => host, startDemo: () => startDemoLlm({ paced: false }) })
await app.listen({ host: '127.0.0.1', port: 0 })
process.stdout.write(`${readyLines(app).join('\n')}\n`)
process.once('SIGTERM', () => void app.close().then(() => process.exit(0)))
