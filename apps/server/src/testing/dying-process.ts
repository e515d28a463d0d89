import { createSessionAgent, type SessionLog } from '@deskhand/agent'
import { defaultSandboxSettings, openSandboxHost } from '@deskhand/sandbox'
import { buildApp } from '../app.ts'
import { readConfig } from '../config.ts'
import { readyLines } from '../ready-lines.ts'

// The whole server over real containers, which dies right after the given entry of a session that it saw begin.
const { DYING_AT, DYING_INSTALL, DYING_IMAGE, ...env } = process.env
const dyingAt = Number(DYING_AT)

const app = await buildApp(readConfig({ env, folder: process.cwd() }), {
  async openHost(store) {
    const settings = {
      ...defaultSandboxSettings,
      installId: DYING_INSTALL ?? '',
      image: DYING_IMAGE ?? '',
      namePrefix: 'deskhand-test',
    }
    const { host, problem } = await openSandboxHost({ settings, store })
    if (problem) throw problem
    return host
  },
  createAgent: (deps) => createSessionAgent({ ...deps, log: dying(deps.log) }),
})
await app.listen({ host: '127.0.0.1', port: 0 })
process.stdout.write(`${readyLines(app).join('\n')}\n`)
process.once('SIGTERM', () => void app.close().then(() => process.exit(0)))

function dying(log: SessionLog): SessionLog {
  if (log.entries().length > 0) return log
  const append = (type: never, data: never) => {
    const entry = log.append(type, data)
    if (entry.pos >= dyingAt) process.kill(process.pid, 'SIGKILL')
    return entry
  }
  return { entries: () => log.entries(), append: append as SessionLog['append'], live: log.live.bind(log) }
}
