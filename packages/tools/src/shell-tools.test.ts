import { SandboxDouble } from '@deskhand/sandbox/testing'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { shellContinue } from './shell-continue.ts'
import { shellExec } from './shell-exec.ts'
import { toolStage } from './testing/context.ts'

let sandbox: SandboxDouble
beforeEach(() => {
  sandbox = new SandboxDouble()
})
afterEach(() => sandbox.close())

test('a command that ends in an error is an ok call with its exit code', async () => {
  const result = await toolStage(sandbox).run(shellExec, { command: 'echo out; exit 3' })
  expect(result.outcome).toBe('ok')
  expect(result.head).toContain('exit: 3')
  expect(result.content).toContain('out')
  expect(result.view).toMatchObject({ kind: 'shell', state: 'done', exitCode: 3 })
})

test('cd and variables stay in a shell, and shells do not share them', async () => {
  const stage = toolStage(sandbox)
  await stage.run(shellExec, { command: 'mkdir -p sub && cd sub && X=7' })
  expect((await stage.run(shellExec, { command: 'basename $PWD; echo $X' })).content).toMatch(/sub\s+7/)
  expect((await stage.run(shellExec, { command: 'echo [$X]', shell: 'other' })).content).toContain('[]')
})

test('a busy shell is a failure that names a free one', async () => {
  const stage = toolStage(sandbox)
  const first = await stage.run(shellExec, { command: 'sleep 30', wait_seconds: 0 })
  expect(first.head?.join('\n')).toContain('still running')
  const second = await stage.run(shellExec, { command: 'echo hi' })
  expect(second).toMatchObject({ outcome: 'failed', errorCode: 'SHELL_BUSY' })
  expect(second.content).toMatch(/sleep 30.*Use shell "/s)
  const ended = await stage.run(shellContinue, { signal: 'KILL' })
  expect(ended.view).toMatchObject({ state: 'done' })
})

test('after a restart a finished call is asked for, never run again', async () => {
  const stage = toolStage(sandbox)
  await stage.run(shellExec, { command: 'echo once >> log; wc -l < log' }, { callId: 'c1' })
  const again = await stage.recover(shellExec, { command: 'echo once >> log; wc -l < log' }, 'c1')
  expect(again?.content.trim()).toBe('1')
  expect(await stage.recover(shellExec, { command: 'true' }, 'never')).toBeUndefined()
})

test('a call that still runs after a restart is waited for, and its whole output is answered', async () => {
  const stage = toolStage(sandbox)
  const command = 'echo first; sleep 0.5; echo second; exit 4'
  const gone = new AbortController()
  const running = stage
    .run(shellExec, { command }, { callId: 'c2', signal: gone.signal })
    .catch(() => undefined)
  await expect.poll(() => sandbox.call('c2')).toMatchObject({ state: 'running' })
  gone.abort(new Error('the server is gone'))
  await running
  const again = await stage.recover(shellExec, { command }, 'c2')
  expect(again).toMatchObject({ outcome: 'ok', exitCode: 4 })
  expect(again?.content).toMatch(/first\s+second/)
})
