import { buffer, text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Sandbox, SandboxError } from '../sandbox.ts'

let counter = 0
const callId = () => `contract-${++counter}`

/** What every Sandbox keeps, whoever is behind it. `open` is called once; `close` after the last test. */
export function sandboxContract(
  name: string,
  open: () => Promise<{ sandbox: Sandbox; close: () => Promise<void> }>,
): void {
  describe(name, () => {
    let sandbox: Sandbox
    let close: () => Promise<void> = async () => {}
    beforeAll(async () => {
      const opened = await open()
      sandbox = opened.sandbox
      close = opened.close
    })
    afterAll(() => close())

    shellRules(() => sandbox)
    fileRules(() => sandbox)

    test('a call can be asked for by its id, and one that never began is undefined', async () => {
      const id = callId()
      await sandbox.shell.exec({ callId: id, command: 'echo kept' })
      expect(await sandbox.call(id)).toMatchObject({
        callId: id,
        kind: 'shell',
        state: 'done',
        result: { exitCode: 0 },
      })
      expect(await sandbox.call('never-begun')).toBeUndefined()
    })

    test('health says which api number is spoken', async () => {
      expect(await sandbox.health()).toMatchObject({ api: 1 })
    })
  })
}

function shellRules(get: () => Sandbox): void {
  const run = (command: string, more: object = {}) => get().shell.exec({ callId: callId(), command, ...more })

  test('a command ends with its output and exact exit code', async () => {
    expect(await run('echo hello; (exit 7)')).toMatchObject({ state: 'done', exitCode: 7, output: 'hello\n' })
  })

  test('cd and export stay for the next command of the same shell', async () => {
    await run('mkdir -p /workspace/stay && cd /workspace/stay && export WORD=kept')
    expect(await run('echo $WORD')).toMatchObject({ output: 'kept\n', cwd: '/workspace/stay' })
  })

  test('output is told as it comes', async () => {
    const heard: string[] = []
    await get().shell.exec(
      { callId: callId(), command: 'echo one; echo two' },
      { onOutput: (part) => heard.push(part) },
    )
    expect(heard.join('')).toContain('one\n')
    expect(heard.join('')).toContain('two\n')
  })

  test('a here-document and a syntax error are both one command', async () => {
    expect(await run("cat <<'END'\na 'quote\nEND")).toMatchObject({ exitCode: 0, output: "a 'quote\n" })
    const broken = await run('if then')
    expect(broken.state).toBe('done')
    expect(broken.exitCode).not.toBe(0)
  })

  test('a long command answers running, is busy for others, and goes on with what is new', async () => {
    const shell = 'slow'
    const first = await run('echo begun; read line; echo got:$line', { shell, waitSeconds: 0.5 })
    expect(first.output).toContain('begun')
    expect(first.exitCode).toBeUndefined()
    expect(await run('echo no', { shell })).toMatchObject({ state: 'busy', freeShell: expect.any(String) })
    const rest = await get().shell.continue({ callId: callId(), shell, input: 'abc', waitSeconds: 10 })
    expect(rest).toMatchObject({ state: 'done', exitCode: 0 })
    expect(rest.output).toContain('got:abc')
    expect(rest.output).not.toContain('begun')
  })

  test('a question at the end of the output is waiting for input', async () => {
    const shell = 'asks'
    const asked = await run("printf 'Name: '; read name; echo hi $name", { shell, waitSeconds: 10 })
    expect(asked).toMatchObject({ state: 'waiting_for_input', prompt: 'Name:' })
    const answered = await get().shell.continue({ callId: callId(), shell, input: 'Ada', waitSeconds: 10 })
    expect(answered.output).toContain('hi Ada')
  })

  test('processes of a run are stopped, also those that ignore the first signals', async () => {
    const runId = `run-${callId()}`
    const command = `trap '' INT TERM; while :; do sleep 0.2; done`
    await run(`bash -c "${command}"`, { shell: 'stubborn', runId, waitSeconds: 0.3 })
    expect(await get().shell.stop({ runId })).toMatchObject({ left: 0 })
    const after = (await get().shell.list()).find((shell) => shell.name === 'stubborn')
    expect(after?.state ?? 'ended').toMatch(/idle|ended/)
  })

  test('an aborted call throws the reason and leaves the command running', async () => {
    const stop = new AbortController()
    const shell = 'left'
    const call = get().shell.exec(
      { callId: callId(), shell, command: 'echo up; read x; echo down' },
      { signal: stop.signal, onOutput: () => stop.abort(new Error('enough')) },
    )
    await expect(call).rejects.toThrow('enough')
    const ended = await get().shell.continue({ callId: callId(), shell, input: '', waitSeconds: 10 })
    expect(ended).toMatchObject({ state: 'done', output: expect.stringContaining('down') })
  })

  test('more output than asked for is cut in the middle and kept whole in a file', async () => {
    const cut = await run('seq 1 5000', { maxChars: 1000 })
    expect(cut.output.length).toBeLessThan(1300)
    expect(cut.omittedBytes).toBeGreaterThan(20_000)
    expect(cut.output).toMatch(/^1\n2\n/)
    expect(cut.output).toMatch(/5000\n$/)
    const { stream } = await get().files.download(cut.path!)
    expect(await text(stream)).toMatch(/^1\n[\s\S]*\n2500\n[\s\S]*\n5000\n$/)
  })
}

function fileRules(get: () => Sandbox): void {
  test('a written file is read back, appended to and edited in exactly one place', async () => {
    const { files } = get()
    expect(await files.write({ path: 'notes/a.txt', content: 'one\ntwo\n' })).toMatchObject({
      path: '/workspace/notes/a.txt',
      size: 8,
      created: true,
    })
    await files.write({ path: 'notes/a.txt', content: 'three\n', append: true })
    const edited = await files.edit({ path: '/workspace/notes/a.txt', old: 'two', new: 'zwei' })
    expect(edited).toMatchObject({ replaced: 1 })
    expect(edited.diff).toContain('+zwei')
    expect(await files.read({ path: 'notes/a.txt' })).toMatchObject({
      kind: 'text',
      text: 'one\nzwei\nthree\n',
      totalLines: 3,
      lineEnd: 'lf',
    })
    expect(await files.read({ path: 'notes/a.txt', startLine: 2, endLine: 2 })).toMatchObject({
      startLine: 2,
      endLine: 2,
      text: expect.stringMatching(/^zwei\n?$/),
    })
  })

  test('an edit without exactly one match says why', async () => {
    const { files } = get()
    await files.write({ path: 'twice.txt', content: 'x\nx\n' })
    await expect(files.edit({ path: 'twice.txt', old: 'x', new: 'y' })).rejects.toMatchObject({
      code: 'MANY_MATCHES',
    })
    await expect(files.edit({ path: 'twice.txt', old: 'q', new: 'y' })).rejects.toMatchObject({
      code: 'NO_MATCH',
    })
    expect(await files.edit({ path: 'twice.txt', old: 'x', new: 'y', all: true })).toMatchObject({
      replaced: 2,
    })
  })

  test('what is not there is NOT_FOUND, in a sentence that names it, and has no stat', async () => {
    const { files } = get()
    const refused = (await files.read({ path: 'nowhere.txt' }).catch((error) => error)) as SandboxError
    expect(refused).toMatchObject({ name: 'SandboxError', code: 'NOT_FOUND' })
    expect(refused.message).toContain('nowhere.txt')
    expect(await files.stat('nowhere.txt')).toBeUndefined()
  })

  test('bytes go up and come down unchanged, also a part of them', async () => {
    const { files } = get()
    const bytes = Buffer.from(Array.from({ length: 70_000 }, (_, i) => (i * 31) % 256))
    const name = "odd 'name' 报表 #?%.bin"
    expect(await files.upload(name, bytes)).toEqual({ path: `/workspace/${name}`, size: 70_000 })
    expect((await buffer((await files.download(name)).stream)).equals(bytes)).toBe(true)
    const part = await files.download(name, { start: 10, end: 20 })
    expect(part.size).toBe(10)
    expect((await buffer(part.stream)).equals(bytes.subarray(10, 20))).toBe(true)
    expect(await files.read({ path: name })).toMatchObject({ kind: 'binary', size: 70_000 })
  })

  test('a hash is of the bytes', async () => {
    await get().files.write({ path: 'h.txt', content: 'abc' })
    const stat = await get().files.stat('h.txt', { sha256: true })
    expect(stat?.sha256).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad')
  })

  test('a list leaves out names that begin with a dot unless they are asked for', async () => {
    const { files } = get()
    await files.write({ path: 'dots/.secret', content: '1' })
    await files.write({ path: 'dots/seen', content: '1' })
    const names = async (hidden: boolean) =>
      (await files.list('dots', { hidden })).entries.map((entry) => entry.name)
    expect(await names(false)).toEqual(['seen'])
    expect((await names(true)).sort()).toEqual(['.secret', 'seen'])
  })

  test('search finds content by line and names by glob', async () => {
    const { files } = get()
    await files.write({ path: 'find/deep/one.py', content: 'import os\nneedle = 1\n' })
    await files.write({ path: 'find/two.txt', content: 'nothing\n' })
    expect(await files.search({ pattern: 'need+le', path: 'find' })).toMatchObject({
      hits: [{ path: '/workspace/find/deep/one.py', line: 2 }],
      cut: false,
    })
    const named = await files.search({ pattern: '*.py', path: 'find', kind: 'name' })
    expect(named.hits.map((hit) => hit.path)).toEqual(['/workspace/find/deep/one.py'])
  })

  test('a folder comes as a zip, is moved and removed', async () => {
    const { files } = get()
    await files.write({ path: 'box/in.txt', content: 'packed' })
    const zip = await buffer(await files.archive('box'))
    expect(zip.subarray(0, 4).toString('hex')).toBe('504b0304')
    expect(zip.includes('in.txt')).toBe(true)
    await files.move('box/in.txt', 'other/out.txt')
    expect(await files.stat('box/in.txt')).toBeUndefined()
    expect(await files.stat('other/out.txt')).toMatchObject({ size: 6 })
    await files.remove('other')
    expect(await files.stat('other/out.txt')).toBeUndefined()
  })
}
