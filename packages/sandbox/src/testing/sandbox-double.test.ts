import { existsSync } from 'node:fs'
import { expect, onTestFinished, test } from 'vitest'
import { sandboxContract } from './sandbox-contract.ts'
import { SandboxDouble } from './sandbox-double.ts'

sandboxContract('the in-process double', async () => {
  const sandbox = new SandboxDouble()
  return { sandbox, close: () => sandbox.close() }
})

function open(): SandboxDouble {
  const sandbox = new SandboxDouble()
  onTestFinished(() => sandbox.close())
  return sandbox
}

test('a scripted command is answered without bash, and others still run', async () => {
  const sandbox = open()
  sandbox.onCommand((command) => (command === 'deploy' ? { output: 'done\n', exitCode: 3 } : undefined))
  expect(await sandbox.shell.exec({ callId: 'a', command: 'deploy' })).toMatchObject({
    output: 'done\n',
    exitCode: 3,
  })
  expect(await sandbox.shell.exec({ callId: 'b', command: 'echo real' })).toMatchObject({ output: 'real\n' })
  expect(sandbox.calls.map((call) => call.method)).toEqual(['shell.exec', 'shell.exec'])
})

test('a crash ends every call until it is revived, and the files are still there', async () => {
  const sandbox = open()
  await sandbox.files.write({ path: 'kept.txt', content: 'k' })
  const running = sandbox.shell.exec({ callId: 'a', command: 'sleep 60' })
  sandbox.crash()
  await expect(running).rejects.toMatchObject({ code: 'UNREACHABLE' })
  await expect(sandbox.files.list('.')).rejects.toMatchObject({ code: 'UNREACHABLE' })
  sandbox.revive()
  expect(await sandbox.files.stat('kept.txt')).toMatchObject({ size: 1 })
})

test('a lost answer leaves the outcome in the journal', async () => {
  const sandbox = open()
  sandbox.failNext('files.write', undefined, { after: true })
  await expect(sandbox.files.write({ callId: 'w', path: 'a', content: '1' })).rejects.toMatchObject({
    code: 'UNREACHABLE',
  })
  expect(await sandbox.call('w')).toMatchObject({ state: 'done', kind: 'file' })
})

test('what leads out of the double is refused', async () => {
  const sandbox = open()
  await sandbox.shell.exec({ callId: 'a', command: 'ln -s /etc /workspace/out' })
  await expect(sandbox.files.read({ path: 'out/hostname' })).rejects.toMatchObject({ code: 'FORBIDDEN' })
  await expect(sandbox.files.read({ path: '/etc/hostname' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('close leaves no folder behind', async () => {
  const sandbox = new SandboxDouble()
  await sandbox.close()
  expect(existsSync(sandbox.root)).toBe(false)
})
