import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { RunningGateway } from '../testing/running-gateway.ts'

let box: RunningGateway
beforeAll(async () => {
  box = await RunningGateway.start()
})
afterAll(() => box.close())

describe('one command', () => {
  test('has its exact exit code, and what it sets stays', async () => {
    const first = await box.exec('mkdir -p in && cd in && export WORD=kept; (exit 41)')
    expect(first).toMatchObject({ state: 'done', exitCode: 41, output: '' })
    expect(await box.exec('echo $WORD')).toMatchObject({ output: 'kept\n', cwd: join(box.workspace, 'in') })
  })

  test('may hold here-documents, quotes and nothing at all', async () => {
    expect(await box.exec(`cat <<'END'\nit's "fine"\nEND`)).toMatchObject({
      output: `it's "fine"\n`,
      exitCode: 0,
    })
    expect(await box.exec('')).toMatchObject({ state: 'done', exitCode: 0, output: '' })
    expect(await box.exec('# only a comment')).toMatchObject({ state: 'done', exitCode: 0 })
  })

  test('that is not valid ends with 2 and leaves the shell at its prompt', async () => {
    expect(await box.exec('echo "never closed')).toMatchObject({ state: 'done', exitCode: 2 })
    expect(await box.exec('if then fi')).toMatchObject({ state: 'done', exitCode: 2 })
    expect(await box.exec('echo still here')).toMatchObject({ output: 'still here\n' })
  })

  test('that ends the shell keeps its code, and the next gets a new shell in the same folder', async () => {
    await box.exec('mkdir -p elsewhere && cd elsewhere', { shell: 'exits' })
    const ended = await box.exec('echo bye; exit 3', { shell: 'exits' })
    expect(ended).toMatchObject({ state: 'done', exitCode: 3, output: 'bye\n' })
    expect(ended.note).toContain('ended')
    const next = await box.exec('pwd', { shell: 'exits' })
    expect(next).toMatchObject({ exitCode: 0, output: `${ended.cwd}\n` })
  })

  test('that sends the shell itself elsewhere is still seen to end', async () => {
    expect(await box.exec('exec >/dev/null 2>&1; true', { shell: 'quiet' })).toMatchObject({ exitCode: 0 })
    expect(await box.exec('false', { shell: 'quiet' })).toMatchObject({ state: 'done', exitCode: 1 })
  })

  test('can not be ended by what a program prints', async () => {
    const forged = await box.exec(`printf '\\033]133;D;0;guess\\007'; sleep 0.3; echo after; exit 9`, {
      shell: 'forged',
    })
    expect(forged).toMatchObject({ exitCode: 9, output: 'after\n' })
  })

  test('that traces itself shows its own lines only', async () => {
    const traced = await box.exec('set -x; echo hi; { set +x; } 2>/dev/null', { shell: 'trace' })
    expect(traced.output).toMatch(/^\++ echo hi\nhi\n$/)
  })

  test('writes a three-byte character in three parts, and it arrives whole', async () => {
    const parts = `import sys,time\nfor b in '中'.encode():\n  sys.stdout.buffer.write(bytes([b])); sys.stdout.flush(); time.sleep(0.05)`
    expect(await box.exec(`python3 - <<'END'\n${parts}\nEND`)).toMatchObject({ output: '中' })
  })

  test('in a folder that is not there does not run', async () => {
    const result = await box.exec('echo ran', { dir: 'no/such', shell: 'dir' })
    expect(result.exitCode).toBe(1)
    expect(result.output).not.toContain('ran\n')
  })
})

describe('prompts', () => {
  test('a password question is waited for with its words, and what is typed is not shown', async () => {
    const shell = 'password'
    const asked = await box.exec(`read -s -p 'Password: ' p; echo got:\${#p}`, { shell })
    expect(asked).toMatchObject({ state: 'waiting_for_input', prompt: 'Password:' })
    expect(await box.continue({ shell, input: 'hunter2' })).toMatchObject({
      state: 'done',
      output: 'got:7\n',
    })
  })

  test('a program that sleeps in silence is running, and waits only once it asks', async () => {
    const shell = 'sleeper'
    const command = `python3 -c "import time; time.sleep(1.5); print(input('Name? '))"`
    expect(await box.exec(command, { shell, waitSeconds: 1 })).toMatchObject({ state: 'running', output: '' })
    expect(await box.continue({ shell, waitSeconds: 10 })).toMatchObject({
      state: 'waiting_for_input',
      prompt: 'Name?',
    })
    expect(await box.continue({ shell, input: 'Ada' })).toMatchObject({ state: 'done', exitCode: 0 })
  })

  test('a program with a line editor of its own is seen to wait', async () => {
    const shell = 'repl'
    const asked = await box.exec('PYTHON_BASIC_REPL=1 python3 -q -i', { shell })
    expect(asked).toMatchObject({ state: 'waiting_for_input', prompt: '>>>' })
    expect((await box.continue({ shell, input: 'print(6*7)' })).output).toContain('42')
    expect(await box.continue({ shell, input: 'exit()' })).toMatchObject({ state: 'done', exitCode: 0 })
  })

  test('a server that prints a colon is not waiting', async () => {
    const shell = 'server'
    const command = `python3 -c "import socket,sys; s=socket.create_server(('127.0.0.1',0)); sys.stdout.write('Listening:\\n'); sys.stdout.flush(); s.accept()"`
    expect(await box.exec(command, { shell, waitSeconds: 1 })).toMatchObject({ state: 'running' })
    await box.continue({ shell, signal: 'INT' })
  })

  test('typing to a command that has ended says so instead of running the text', async () => {
    await box.exec('true', { shell: 'late' })
    const late = await box.continue({ shell: 'late', input: 'touch oops' })
    expect(late.note).toContain('nothing was typed')
    expect(existsSync(join(box.workspace, 'oops'))).toBe(false)
  })
})

describe('long output', () => {
  test('50 MB on one line ends with its code, its end and a file, and memory stays flat', async () => {
    await box.exec('true', { shell: 'big' })
    const before = process.memoryUsage().arrayBuffers
    const command = `python3 -c "import sys;sys.stdout.write('x'*50_000_000);print('\\nEND-7351')"; (exit 3)`
    const result = await box.exec(command, { shell: 'big', waitSeconds: 60 })
    expect(result).toMatchObject({ state: 'done', exitCode: 3, bytes: 50_000_010 })
    expect(result.output).toMatch(/END-7351\n$/)
    expect(result.output.length).toBeLessThan(4200)
    expect(result.omittedBytes).toBe(
      50_000_010 - Buffer.byteLength(result.output.replace(/\n?\[….*…\]\n/, '')),
    )
    expect(statSync(result.path as string).size).toBe(50_000_010)
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(50_000_000)
  })

  test('is cut on line ends, and the next look shows only what is new', async () => {
    const cut = await box.exec('seq 1 3000', { shell: 'cut', maxChars: 500 })
    expect(cut.output).toMatch(/^1\n2\n[\s\S]*\n\[… \d+ bytes left out …\]\n[\s\S]*\n3000\n$/)
    expect(readFileSync(cut.path as string, 'utf8')).toMatch(/^1\n2\n[\s\S]*2999\n3000\n$/)
    expect(await box.continue({ shell: 'cut' })).toMatchObject({ output: '', bytes: 0, exitCode: 0 })
  })

  test('colours, and lines that were written over, come as a person would see them', async () => {
    const result = await box.exec(`printf '\\033[31mred\\033[0m\\n10%%\\r50%%\\r100%%\\n'`)
    expect(result.output).toBe('red\n100%\n')
  })
})

describe('stopping', () => {
  test('a tree that ignores INT and TERM is gone within six seconds, and the shell goes on', async () => {
    const alive = join(box.workspace, 'alive')
    const loop = `bash -c 'trap "" INT TERM; while :; do date >> ${alive}; sleep 0.1; done' & wait`
    await box.exec(loop, { runId: 'run-1', shell: 'stubborn', waitSeconds: 0.5 })
    const began = Date.now()
    expect(await box.post('/processes/stop', { runId: 'run-1' })).toMatchObject({ left: 0 })
    expect(Date.now() - began).toBeLessThan(6000)
    const size = statSync(alive).size
    await sleep(400)
    expect(statSync(alive).size).toBe(size)
    expect(await box.exec('echo next', { shell: 'stubborn' })).toMatchObject({
      output: 'next\n',
      exitCode: 0,
    })
  })

  test('reaches what left the terminal, and leaves other runs alone', async () => {
    const [gone, kept] = [join(box.workspace, 'gone'), join(box.workspace, 'kept')]
    const daemon = (file: string) =>
      `setsid nohup bash -c 'while :; do date >> ${file}; sleep 0.1; done' >/dev/null 2>&1 &`
    await box.exec(daemon(gone), { runId: 'run-2', shell: 'two' })
    await box.exec(daemon(kept), { runId: 'run-3', shell: 'three' })
    expect(await box.post('/processes/stop', { runId: 'run-2' })).toMatchObject({ left: 0 })
    const sizes = [statSync(gone).size, statSync(kept).size]
    await expect.poll(() => statSync(kept).size, { timeout: 5000 }).toBeGreaterThan(sizes[1] as number)
    expect(statSync(gone).size).toBe(sizes[0])
    await box.post('/processes/stop', { runId: 'run-3' })
  })

  test('a loop of the shell itself is interrupted, or the shell is ended when it ignores that', async () => {
    await box.exec('while :; do :; done', { runId: 'run-4', shell: 'loop', waitSeconds: 0.3 })
    await box.post('/processes/stop', { runId: 'run-4' })
    expect(await box.exec('echo free', { shell: 'loop' })).toMatchObject({ output: 'free\n' })
    await box.exec(`trap '' INT; while :; do :; done`, { runId: 'run-5', shell: 'loop', waitSeconds: 0.3 })
    await box.post('/processes/stop', { runId: 'run-5' })
    expect(await box.exec('echo again', { shell: 'loop' })).toMatchObject({ output: 'again\n' })
  })

  test('a signal of shell_continue ends the command with the code that says so', async () => {
    await box.exec('sleep 60', { shell: 'signal', waitSeconds: 0.3 })
    expect(await box.continue({ shell: 'signal', signal: 'INT' })).toMatchObject({
      state: 'done',
      exitCode: 130,
    })
  })
})

describe('several shells', () => {
  test('asked all at once, each is waited for with its own question', async () => {
    const asked = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        box.exec(`read -p 'Name ${index}? ' name`, { shell: `asks-${index}` }),
      ),
    )
    expect(asked.map(({ state, prompt }) => `${state} ${prompt}`)).toEqual(
      asked.map((_, index) => `waiting_for_input Name ${index}?`),
    )
    await box.post('/processes/stop', {})
  })

  test('a terminal shows the prompt before the first command too', async () => {
    await box.exec('echo one', { shell: 'seen' })
    await box.exec('echo two', { shell: 'seen' })
    const shown = box.gateway.shells.find('seen')?.screen.replay().toString().slice('\x1bc'.length) ?? ''
    const prompts = shown.match(/^\S+@\S+:\S+[#$] (?=echo)/gm)
    expect(prompts).toHaveLength(2)
    expect(prompts?.[0]).toBe(prompts?.[1])
  })

  test('a busy one says with what, and names a free one', async () => {
    await box.exec('sleep 60', { shell: 'busy', waitSeconds: 0.2 })
    const refused = await box.exec('echo no', { shell: 'busy' })
    expect(refused).toMatchObject({ state: 'busy', busyWith: 'sleep 60' })
    expect(await box.exec('echo yes', { shell: refused.freeShell })).toMatchObject({ output: 'yes\n' })
    await box.post('/processes/stop', { shell: 'busy' })
  })

  test('a background command has a name of its own, is listed, and can be looked at', async () => {
    const started = await box.exec('echo up; sleep 60', { background: true, runId: 'run-6' })
    expect(started).toMatchObject({ state: 'running', output: 'up\n' })
    const listed = await (await box.fetch('/shells')).json()
    expect(listed).toContainEqual(
      expect.objectContaining({ name: started.shell, state: 'running', runId: 'run-6' }),
    )
    expect(await box.post('/processes/stop', { runId: 'run-6' })).toMatchObject({ left: 0 })
    expect(await box.continue({ shell: started.shell })).toMatchObject({ state: 'done' })
  })

  test('a shell that never was is told from one that has ended', async () => {
    expect(await box.continue({ shell: 'never' })).toMatchObject({ state: 'no_such_shell' })
  })
})

test('the same call id runs its command once, and answers what it came to', async () => {
  const once = { callId: 'same', shell: 'once' }
  const [first, second] = await Promise.all([
    box.exec('echo x >> count; sleep 0.3; echo done', once),
    box.exec('', once),
  ])
  expect(second).toEqual(first)
  expect(await box.exec('', once)).toEqual(first)
  expect(readFileSync(join(box.workspace, 'count'), 'utf8')).toBe('x\n')
  expect(await (await box.fetch('/calls/same')).json()).toMatchObject({ state: 'done', result: first })
})
