import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { LiveSandbox, SandboxHost } from '../../host.ts'
import { evaluateOnPage } from '../../testing/cdp-page.ts'
import { type DockerStage, dockerStage, openStageHost, sweepStage } from '../../testing/docker-stage.ts'

const here = { timeZone: 'UTC', language: 'en' }
const stage = await dockerStage()
if (typeof stage === 'string') describe.skip(`Docker: ${stage}`, () => test('skipped', () => {}))
else describe('strict mode', () => rules(stage))

function rules(stage: DockerStage): void {
  let host: SandboxHost
  let sandbox: LiveSandbox
  let calls = 0
  const run = (command: string) =>
    sandbox.shell.exec({ callId: `strict-${++calls}`, command, waitSeconds: 60 })

  beforeAll(async () => {
    host = (await openStageHost(stage, { strict: true })).host
    sandbox = (await host.acquire('strict', here)).sandbox
  })
  afterAll(async () => {
    await host?.close()
    await sweepStage(stage)
  })

  test('nothing becomes root, and sudo says why and what works instead', async () => {
    const result = await run('sudo apt-get install -y sl')
    expect(result).toMatchObject({ state: 'done', exitCode: 1 })
    expect(result.output).toMatch(/strict mode \(SANDBOX_STRICT\).*apt can't install/)
    expect(result.output).toContain('pip, npm')
    expect((await run('/usr/bin/sudo -n id -u')).output).not.toMatch(/^0$/m)
    expect(
      (await run('grep -E "^(CapEff|CapBnd|NoNewPrivs)" /proc/self/status | tr -s "\\t " " "')).output,
    ).toBe('CapEff: 0000000000000000\nCapBnd: 0000000000000000\nNoNewPrivs: 1\n')
  })

  test('shell, files, display and browser work, the browser in its own sandbox', async () => {
    expect(await sandbox.health()).toMatchObject({ ready: true, browser: { up: true, sandboxed: true } })
    expect(await run('python3 -c "print(6 * 7)" > /workspace/answer && cat /workspace/answer')).toMatchObject(
      {
        exitCode: 0,
        output: '42\n',
      },
    )
    await run(
      'mkdir -p /tmp/page && echo "<title>strict</title>" > /tmp/page/index.html && (cd /tmp/page && python3 -m http.server 7799 --bind 127.0.0.1 >/dev/null 2>&1 &) ; until curl -fs -o /dev/null http://127.0.0.1:7799/; do sleep 0.1; done',
    )
    expect(await evaluateOnPage(sandbox, 'http://127.0.0.1:7799/', 'document.title')).toBe('strict')
    await sandbox.clipboard.write('strict')
    expect(await sandbox.clipboard.read()).toBe('strict')
  })
}
