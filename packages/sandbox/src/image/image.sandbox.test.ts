import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { dockerStage, sweepStage } from '../testing/docker-stage.ts'
import { type StartedImage, startImage } from '../testing/started-image.ts'
import { seccompProfile } from './seccomp-profile.ts'

const stage = await dockerStage()
const seccomp = `seccomp=${JSON.stringify(seccompProfile)}`

if (typeof stage === 'string') describe.skip(`The image: ${stage}`, () => test('skipped', () => {}))
else {
  describe('a sandbox of the image', () => {
    let started: StartedImage
    let calls = 0
    const run = async (command: string, waitSeconds = 60) => {
      calls += 1
      return started.sandbox.shell.exec({ callId: `image-${calls}`, command, waitSeconds })
    }
    beforeAll(async () => {
      started = await startImage(stage, {
        securityOpt: [seccomp],
        env: ['TZ=Asia/Shanghai', 'DESKHAND_LANGUAGE=zh-CN'],
      })
    })
    afterAll(() => sweepStage(stage))

    test("is ready, with the browser's own sandbox on", async () => {
      expect(await started.sandbox.health()).toMatchObject({
        ready: true,
        browser: { up: true, sandboxed: true },
      })
    })

    test('has what the agent works with', async () => {
      const tools =
        'python3 pip3 node npm npx git jq rg curl gcc make pdftotext zip unzip xdotool sudo nft ip'
      expect(
        await run(`for tool in ${tools}; do command -v $tool >/dev/null || echo "no $tool"; done`),
      ).toMatchObject({
        output: '',
      })
      expect(await run('python3 -c "import numpy, pandas, openpyxl, docx, pptx, venv"')).toMatchObject({
        exitCode: 0,
      })
    })

    test('draws Chinese labels without being told how', async () => {
      const code = `import warnings; warnings.simplefilter('error')
import matplotlib.pyplot as plt
plt.title('销售额 −1'); plt.xlabel('部门'); plt.plot([1, -2]); plt.savefig('chart.png')`
      expect(await run(`python3 - <<'END'\n${code}\nEND`)).toMatchObject({ exitCode: 0, output: '' })
      expect(await started.sandbox.files.read({ path: 'chart.png' })).toMatchObject({
        kind: 'image',
        width: 640,
      })
    })

    test('lives in the time zone and the language it was given', async () => {
      expect(await run('date +%Z; echo $LANG')).toMatchObject({ output: 'CST\nzh_CN.UTF-8\n' })
    })

    test('works as a user of its own, in its own folders, and as root through sudo', async () => {
      const { output } = await run('id -un; pwd; stat -c %U /workspace /workspace/downloads; sudo id -un')
      expect(output).toBe('agent\n/workspace\nagent\nagent\nroot\n')
    })

    test('lets nobody mount, or make namespaces other than those a browser needs', async () => {
      const tries = [
        'sudo mount -t tmpfs x /mnt',
        'unshare -Urm true',
        'sudo chroot / true',
        'sudo nft flush ruleset',
      ]
      const { output } = await run(tries.map((one) => `${one} >/dev/null 2>&1 && echo "${one}"`).join('; '))
      expect(output).toBe('')
    })

    test('a stopped run is gone within six seconds, what sudo started too', async () => {
      const command = `sudo bash -c 'trap "" INT TERM; while :; do date >> /tmp/alive; sleep 0.2; done' & wait`
      await started.sandbox.shell.exec({
        callId: 'fx27',
        shell: 'stubborn',
        runId: 'fx27',
        command,
        waitSeconds: 1,
      })
      const began = Date.now()
      expect(await started.sandbox.shell.stop({ runId: 'fx27' })).toMatchObject({ left: 0 })
      expect(Date.now() - began).toBeLessThan(6000)
      const size = async () => (await started.sandbox.files.stat('/tmp/alive'))?.size
      const before = await size()
      await sleep(500)
      expect(await size()).toBe(before)
    })

    test('50 MB on one line does not make the gateway grow by as much', async () => {
      const before = (await started.sandbox.health()).gateway.rssBytes
      const command = `python3 -c "import sys;sys.stdout.write('x'*50_000_000);print('\\nEND-7351')"; exit 3`
      expect(await run(command)).toMatchObject({
        exitCode: 3,
        bytes: 50_000_010,
        output: expect.stringMatching(/END-7351\n$/),
      })
      expect((await started.sandbox.health()).gateway.rssBytes - before).toBeLessThan(50_000_000)
    })

    test('a question is waited for with its words, also one of a program that sudo started', async () => {
      const questions = [
        [`read -s -p 'Password: ' p; echo got:\${#p}`, 'Password:', 'got:4\n'],
        [
          `python3 -c "import time; time.sleep(1.5); print('got:%d' % len(input('Name? ')))"`,
          'Name?',
          'got:4\n',
        ],
        [`sudo bash -c 'read -p "Sure [y/N]? " a; echo got:\${#a}'`, 'Sure [y/N]?', 'got:4\n'],
      ] as const
      for (const [index, [command, prompt, answer]] of questions.entries()) {
        const shell = `asks-${index}`
        const asked = await started.sandbox.shell.exec({
          callId: `ask-${index}`,
          shell,
          command,
          waitSeconds: 20,
        })
        expect(asked).toMatchObject({ state: 'waiting_for_input', prompt })
        const input = { callId: `answer-${index}`, shell, input: 'Lisa', waitSeconds: 20 }
        const done = await started.sandbox.shell.continue(input)
        expect(done).toMatchObject({ state: 'done', exitCode: 0 })
        expect(done.output.endsWith(answer)).toBe(true)
      }
    })

    test('git never waits in a pager, and apt never asks', async () => {
      const command =
        'git init -q r && cd r && for i in $(seq 60); do git commit -q --allow-empty -m $i; done; git log; cd ..'
      expect(await run(command)).toMatchObject({ state: 'done', exitCode: 0 })
      expect(await run('apt-config dump APT::Get::Assume-Yes')).toMatchObject({
        output: 'APT::Get::Assume-Yes "true";\n',
      })
    })

    test.for([
      [
        'pip',
        'pip install -q --no-deps --no-cache-dir --target /tmp/from-pip six && python3 -c "import sys; sys.path.insert(0, \'/tmp/from-pip\'); import six"',
      ],
      [
        'npm',
        'cd /tmp && npm install --silent --prefix /tmp/from-npm is-odd && cd /workspace && node -e "require(\'/tmp/from-npm/node_modules/is-odd\')"',
      ],
    ])('%s installs from its registry, whose certificate it believes', async ([, command], context) => {
      const { output, exitCode } = await run(command as string, 90)
      if (/name resolution|EAI_AGAIN|ENOTFOUND|unreachable|timed? ?out|ETIMEDOUT/i.test(output))
        context.skip('a sandbox on this machine does not reach the registry')
      expect({ output, exitCode }).toEqual({ output: '', exitCode: 0 })
    })

    test('finds text in files of old encodings', async () => {
      await run(`printf '姓名,张三\\n' | iconv -t gb18030 > 表.csv`)
      expect(await started.sandbox.files.search({ pattern: '张三' })).toMatchObject({
        hits: [{ path: '/workspace/表.csv', line: 1, text: '姓名,张三' }],
      })
    })

    test('the clipboard of the display can be read and written', async () => {
      await started.sandbox.clipboard.write('剪贴板 😀')
      expect(await started.sandbox.clipboard.read()).toBe('剪贴板 😀')
    })

    test('a browser or display that dies is started again, counted, and leaves no zombie', async () => {
      await run(`kill -SEGV $(cat /run/deskhand/browser.pid)`)
      await expect
        .poll(async () => (await started.sandbox.health()).browser, { timeout: 30_000 })
        .toMatchObject({
          up: true,
          restarts: 1,
        })
      await run('kill -KILL $(cat /run/deskhand/display.pid)')
      await expect
        .poll(() => started.sandbox.health(), { timeout: 30_000 })
        .toMatchObject({
          ready: true,
          display: { restarts: 1 },
        })
      expect(await run('ps -eo stat= | grep -c ^Z')).toMatchObject({ output: '0\n' })
    })

    test('comes back after it was stopped, with its files, and without locks of its earlier life', async () => {
      await started.sandbox.files.write({ path: 'kept.txt', content: 'kept' })
      await started.restart()
      expect(await started.sandbox.health()).toMatchObject({ ready: true, browser: { restarts: 0 } })
      expect(await started.sandbox.files.read({ path: 'kept.txt' })).toMatchObject({ text: 'kept' })
    })
  })

  describe('a raw viewer', () => {
    let started: StartedImage
    beforeAll(async () => {
      started = await startImage(stage, { securityOpt: [seccomp] })
    })
    afterAll(() => sweepStage(stage))

    /** Where the pointer is, after a viewer of that kind moved it. */
    async function pointerAfter(mode: 'view' | 'control', x: number): Promise<string> {
      const stream = await started.sandbox.vnc(mode)
      stream.on('error', () => {})
      stream.write('RFB 003.008\n')
      stream.write(Buffer.from([1, 1]))
      const move = Buffer.from([5, 0, 0, 0, 0, 0])
      move.writeUInt16BE(x, 2)
      move.writeUInt16BE(x, 4)
      stream.write(move)
      // An answer to this says that everything before it was read.
      stream.write(Buffer.from([3, 0, 0, 0, 0, 0, 0, 1, 0, 1]))
      let bytes = 0
      for await (const chunk of stream as AsyncIterable<Buffer>) {
        bytes += chunk.length
        // Greeting, security and screen are well below this; the picture of one pixel is above.
        if (bytes > 12 + 2 + 4 + 24 + 8) break
      }
      stream.destroy()
      await sleep(100)
      const asked = await started.sandbox.shell.exec({
        callId: `pointer-${mode}-${x}`,
        command: 'xdotool getmouselocation',
      })
      return asked.output
    }

    test('moves the pointer only in control', async () => {
      expect(await pointerAfter('control', 300)).toMatch(/^x:300 y:300 /)
      expect(await pointerAfter('view', 500)).toMatch(/^x:300 y:300 /)
      expect(await pointerAfter('control', 400)).toMatch(/^x:400 y:400 /)
    })
  })

  test('without namespaces the browser runs without its sandbox, and health says so', async () => {
    const started = await startImage(stage, { securityOpt: [] })
    try {
      expect(await started.sandbox.health()).toMatchObject({ ready: true, browser: { sandboxed: false } })
    } finally {
      await sweepStage(stage)
    }
  })
}
