import { openSandboxHost } from '../open-sandbox-host.ts'
import type { SandboxSettings } from '../settings.ts'
import { FileStore } from './file-store.ts'

// A "server" that is made to be killed: it starts, recovers, and then makes, pauses, stops and removes sandboxes
// without end. Started with the store's file, the settings as JSON and a seed.
const [file = '', settingsText = '{}', seedText = '1'] = process.argv.slice(2)
const settings = JSON.parse(settingsText) as SandboxSettings
const { host } = await openSandboxHost({ settings, store: new FileStore(file) })
await host.recover()
process.stdout.write('at work\n')

let seed = Number(seedText)
const pick = (count: number) => {
  seed = (seed * 1103515245 + 12345) % 2 ** 31
  return Math.floor((seed / 2 ** 31) * count)
}
const here = { timeZone: 'UTC', language: 'en' }
for (;;) {
  const session = `s${pick(5)}`
  const step = pick(6)
  try {
    if (step === 0) await host.pause(session)
    else if (step === 1) await host.stop(session)
    else if (step === 2) await host.remove(session)
    else {
      const { sandbox } = await host.acquire(session, here)
      const command = `[ -e /workspace/mark ] || echo ${session} > /workspace/mark; cat /workspace/mark`
      const { output } = await sandbox.shell.exec({ callId: `${Date.now()}-${pick(1e9)}`, command })
      if (output.trim() !== session) process.stdout.write(`wrong mark in ${session}: ${output}\n`)
    }
  } catch (error) {
    process.stdout.write(`failed ${step} ${session}: ${String(error)}\n`)
  }
}
