import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import type { FileEditResult, FileReadResult, FileWriteResult } from '@deskhand/protocol/sandbox'
import iconv from 'iconv-lite'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { RunningGateway, TOKEN } from '../testing/running-gateway.ts'

let box: RunningGateway
const at = (path: string) => join(box.workspace, path)
const read = (path: string, more = {}) => box.post<FileReadResult>('/files/read', { path, ...more })
const write = (path: string, content: string, more = {}) =>
  box.post<FileWriteResult>('/files/write', { path, content, ...more })
const edit = (path: string, old: string, fresh: string, more = {}) =>
  box.post<FileEditResult>('/files/edit', { path, old, new: fresh, ...more })

beforeAll(async () => {
  box = await RunningGateway.start()
})
afterAll(() => box.close())

describe('texts in their own encoding', () => {
  test('a Chinese table with Windows line ends is edited and stays what it was', async () => {
    const text = '姓名,金额\r\n张三,12\r\n李四,9\r\n'
    writeFileSync(at('表.csv'), iconv.encode(text, 'gb18030'))
    expect(await read('表.csv')).toMatchObject({
      kind: 'text',
      encoding: 'gb18030',
      lineEnd: 'crlf',
      totalLines: 3,
    })
    const result = await edit('表.csv', '张三,12\n李四', '张三,15\n王五')
    expect(result.encoding).toBe('gb18030')
    expect(result.diff).toContain('-张三,12\n-李四,9\n+张三,15\n+王五,9\n')
    await write('表.csv', '赵六,1\n', { append: true })
    const now = '姓名,金额\r\n张三,15\r\n王五,9\r\n赵六,1\r\n'
    expect(readFileSync(at('表.csv')).equals(iconv.encode(now, 'gb18030'))).toBe(true)
  })

  test('a character that the encoding lacks is refused, and the file is as it was', async () => {
    writeFileSync(at('sjis.txt'), iconv.encode('これは紙です。\n', 'shift_jis'))
    await expect(edit('sjis.txt', '紙', '😀')).rejects.toMatchObject({ code: 'NOT_ENCODABLE', status: 409 })
    expect(await read('sjis.txt')).toMatchObject({ text: 'これは紙です。\n', encoding: 'shift_jis' })
  })

  test('a range of lines comes without the rest, and a long text is said to be cut', async () => {
    writeFileSync(at('lines.txt'), Array.from({ length: 500 }, (_, i) => `line ${i + 1}`).join('\n'))
    const part = await read('lines.txt', { startLine: 499, endLine: 600 })
    expect(part).toMatchObject({
      text: 'line 499\nline 500',
      startLine: 499,
      endLine: 500,
      totalLines: 500,
      cut: false,
    })
    expect(await read('lines.txt', { maxChars: 20 })).toMatchObject({
      cut: true,
      text: expect.stringMatching(/^line 1\n/),
    })
  })
})

describe('what is no text', () => {
  test('a picture has its size, a folder its entries, and anything else is binary', async () => {
    const png = Buffer.from('89504e470d0a1a0a0000000d4948445200000140000000f0080200000000', 'hex')
    writeFileSync(at('wrong-name.txt'), png)
    expect(await read('wrong-name.txt')).toMatchObject({
      kind: 'image',
      mime: 'image/png',
      width: 320,
      height: 240,
    })
    writeFileSync(at('program'), Buffer.from('7f454c4602010100000000', 'hex'))
    expect(await read('program')).toMatchObject({ kind: 'binary', mime: 'application/x-executable' })
    await expect(edit('program', 'a', 'b')).rejects.toMatchObject({ code: 'BINARY' })
    expect(await read('.')).toMatchObject({ kind: 'dir', path: box.workspace })
  })

  test('a pipe or a device is refused instead of being waited for', async () => {
    execFileSync('mkfifo', [at('pipe')])
    await expect(read('pipe')).rejects.toMatchObject({ code: 'NOT_A_FILE' })
    await expect(write('pipe', 'x')).rejects.toMatchObject({ code: 'NOT_A_FILE' })
    await expect(write('/dev/null', 'x')).rejects.toMatchObject({ code: 'NOT_A_FILE' })
  })
})

describe('writing', () => {
  test('keeps rights, follows links and leaves nothing beside', async () => {
    mkdirSync(at('rights'))
    writeFileSync(at('rights/run.sh'), 'echo 1\n')
    chmodSync(at('rights/run.sh'), 0o750)
    symlinkSync('run.sh', at('rights/link'))
    await write('rights/link', 'echo 2\n')
    expect(readlinkSync(at('rights/link'))).toBe('run.sh')
    expect(readFileSync(at('rights/run.sh'), 'utf8')).toBe('echo 2\n')
    expect(statSync(at('rights/run.sh')).mode & 0o777).toBe(0o750)
    expect(readdirSync(at('rights')).sort()).toEqual(['link', 'run.sh'])
  })

  test('an edit that matches twice names the lines, and one that misses says what is close', async () => {
    await write('twice.py', 'a = 1\nb = 2\na = 1\n')
    await expect(edit('twice.py', 'a = 1', 'a = 3')).rejects.toMatchObject({
      code: 'MANY_MATCHES',
      message: expect.stringContaining('lines 1, 3'),
    })
    await expect(edit('twice.py', 'b  =  2', 'b = 3')).rejects.toMatchObject({
      code: 'NO_MATCH',
      message: expect.stringContaining('Line 2'),
    })
    const all = await edit('twice.py', 'a = 1', 'a = $&', { all: true })
    expect(all).toMatchObject({ replaced: 2 })
    expect(readFileSync(at('twice.py'), 'utf8')).toBe('a = $&\nb = 2\na = $&\n')
  })

  test('the diff is one that patch understands', async () => {
    const lines = Array.from({ length: 60 }, (_, i) => `${i % 20 === 7 ? 'x' : 'line'} ${i}`)
    await write('many.txt', `${lines.join('\n')}\n`)
    writeFileSync(at('copy.txt'), `${lines.join('\n')}\n`)
    const { diff } = await edit('many.txt', 'x ', 'y\nz ', { all: true })
    execFileSync('patch', [at('copy.txt')], { input: diff })
    expect(readFileSync(at('copy.txt'), 'utf8')).toBe(readFileSync(at('many.txt'), 'utf8'))
  })

  test('an upload that is cut off changes nothing', async () => {
    await write('kept.bin', 'KEEP')
    await new Promise<void>((done) => {
      const headers = { authorization: `Bearer ${TOKEN}`, 'content-length': 1000 }
      const put = request({
        port: box.port,
        host: '127.0.0.1',
        method: 'PUT',
        path: '/files/content?path=kept.bin',
        headers,
      })
      put.on('error', () => done())
      put.write('only this', () => setTimeout(() => put.destroy(), 50))
    })
    expect((await read('kept.bin')) as { text: string }).toMatchObject({ text: 'KEEP' })
    await expect.poll(() => readdirSync(box.workspace).filter((name) => name.endsWith('.part'))).toEqual([])
  })

  test('folders that the sandbox itself needs can not be removed or moved', async () => {
    for (const path of ['/', '.', '..'])
      expect((await box.fetch(`/files?path=${path}`, { method: 'DELETE' })).status).toBe(403)
    await expect(box.post('/files/move', { from: '.', to: 'x' })).rejects.toMatchObject({ status: 403 })
  })

  test('moving never writes over what is there', async () => {
    await write('from.txt', '1')
    await write('to.txt', '2')
    await expect(box.post('/files/move', { from: 'from.txt', to: 'to.txt' })).rejects.toMatchObject({
      code: 'EXISTS',
    })
    mkdirSync(at('outer'))
    await expect(box.post('/files/move', { from: 'outer', to: 'outer/in' })).rejects.toMatchObject({
      status: 409,
    })
  })
})

describe('bytes', () => {
  test('come whole, in ranges, and with their name in any script', async () => {
    const path = '/files/content?path=%E6%8A%A5%E8%A1%A8.csv'
    await box.fetch(path, { method: 'PUT', body: '0123456789' })
    const whole = await box.fetch(path)
    expect(whole.headers.get('content-disposition')).toBe(
      `attachment; filename*=UTF-8''%E6%8A%A5%E8%A1%A8.csv`,
    )
    expect(await whole.text()).toBe('0123456789')
    const range = async (value: string) => {
      const answer = await box.fetch(path, { headers: { range: value } })
      return [answer.status, await answer.text(), answer.headers.get('content-range')]
    }
    expect(await range('bytes=2-4')).toEqual([206, '234', 'bytes 2-4/10'])
    expect(await range('bytes=-3')).toEqual([206, '789', 'bytes 7-9/10'])
    expect(await range('bytes=8-')).toEqual([206, '89', 'bytes 8-9/10'])
    expect((await range('bytes=10-'))[0]).toBe(416)
  })

  test('paths are absolute, relative to the workspace, or of the home folder; a zero byte is none', async () => {
    await write('sub/../rule.txt', 'r')
    for (const path of ['rule.txt', './rule.txt', at('rule.txt')])
      expect((await box.fetch(`/files/stat?path=${encodeURIComponent(path)}`)).status).toBe(200)
    expect((await box.fetch('/files/stat?path=a%00b')).status).toBe(400)
    expect((await box.fetch('/files/stat?path=nowhere')).status).toBe(404)
    expect((await box.fetch('/files/stat?path=rule.txt/below')).status).toBe(404)
  })
})

test('a zip has every file under its own name, links as links, and neither pipes nor what they lead to', async () => {
  mkdirSync(at('zip/空 folder'), { recursive: true })
  writeFileSync(at('zip/报表.csv'), 'a,b\n'.repeat(10_000))
  writeFileSync(at(`zip/odd 'name' #?%.txt`), '')
  symlinkSync('/etc', at('zip/outside'))
  execFileSync('mkfifo', [at('zip/pipe')])
  const bytes = Buffer.from(await (await box.fetch('/files/archive?path=zip')).arrayBuffer())
  const file = join(box.root, 'got.zip')
  writeFileSync(file, bytes)
  const script =
    'import sys,zipfile,json; z=zipfile.ZipFile(sys.argv[1]); assert z.testzip() is None; print(json.dumps([[i.filename,i.file_size,i.external_attr>>28] for i in z.infolist()]))'
  const entries = JSON.parse(execFileSync('python3', ['-c', script, file], { encoding: 'utf8' }))
  expect(entries.sort()).toEqual([
    ['zip/', 0, 4],
    [`zip/odd 'name' #?%.txt`, 0, 8],
    ['zip/outside', 4, 10],
    ['zip/报表.csv', 40_000, 8],
    ['zip/空 folder/', 0, 4],
  ])
})
