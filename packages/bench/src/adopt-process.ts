import { readFileSync } from 'node:fs'
import { openSandboxHost, type SandboxRecord, type SandboxSettings } from '@deskhand/sandbox'
import { MemoryStore } from '@deskhand/sandbox/testing'

// Started by the sandbox benchmark with a file of settings and records; says how many sandboxes it adopted.
const state = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')) as {
  settings: SandboxSettings
  records: SandboxRecord[]
}
const loaded = Math.round(performance.now())
const store = new MemoryStore()
for (const record of state.records) store.put(record)
const { host } = await openSandboxHost({ settings: state.settings, store })
const { adopted } = await host.recover()
const awake = state.records.filter((record) => record.sessionId && host.peek(record.sessionId)).length
process.stdout.write(`adopted ${Math.min(adopted, awake)}, loaded after ${loaded}\n`)
