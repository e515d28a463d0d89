import { HttpSandbox } from '../client/http-sandbox.ts'
import type { LiveSandbox } from '../host.ts'
import { type DockerStage, TEST_LABEL } from './docker-stage.ts'

const TOKEN = 'a-token-for-tests-only'
const CAPABILITIES = ['CHOWN', 'DAC_OVERRIDE', 'FOWNER', 'SETUID', 'SETGID', 'AUDIT_WRITE']

export interface StartedImage {
  sandbox: LiveSandbox
  /** stopped and started again, as sleep and waking do */
  restart(): Promise<void>
}

/** One bare container of the image, without a host around it; `sweepStage` removes it. */
export async function startImage(
  { docker, image, installId }: DockerStage,
  { securityOpt, env = [] }: { securityOpt: string[]; env?: string[] },
): Promise<StartedImage> {
  const container = await docker.createContainer({
    Image: image,
    Env: [`DESKHAND_TOKEN=${TOKEN}`, ...env],
    Labels: { 'deskhand.app': 'deskhand', 'deskhand.install': installId, [TEST_LABEL]: 'image' },
    HostConfig: {
      Init: true,
      ShmSize: 512 * 1024 * 1024,
      Memory: 2 * 1024 ** 3,
      PidsLimit: 1024,
      CapDrop: ['ALL'],
      CapAdd: CAPABILITIES,
      SecurityOpt: ['no-new-privileges:false', ...securityOpt],
    },
  })
  const start = async () => {
    await container.start()
    const { Networks } = (await container.inspect()).NetworkSettings
    const host = Object.values(Networks)[0]?.IPAddress ?? ''
    const sandbox = new HttpSandbox({ id: container.id, host, port: 8080, token: TOKEN })
    await ready(sandbox)
    return sandbox
  }
  const started = {
    sandbox: await start(),
    async restart() {
      await container.stop({ t: 5 })
      started.sandbox = await start()
    },
  }
  return started
}

async function ready(sandbox: LiveSandbox): Promise<void> {
  for (let tries = 0; tries < 600; tries += 1) {
    const health = await sandbox.health().catch(() => undefined)
    if (health?.ready) return
    await new Promise((done) => setTimeout(done, 100))
  }
  throw new Error('The image did not become ready within a minute.')
}
