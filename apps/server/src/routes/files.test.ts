import { afterEach, beforeEach, expect, test } from 'vitest'
import { type AppDouble, appDouble, type Client } from '../testing/app-double.ts'

let server: AppDouble
let ann: Client
let id: string
beforeEach(async () => {
  server = await appDouble()
  ann = await server.as('ann')
  id = await ann.newSession()
})
afterEach(() => server.close())

const boundary = '----deskhand'
const form = (files: [field: string, name: string, content: string][]) =>
  Buffer.from(
    `${files
      .map(
        ([field, name, content]) =>
          `--${boundary}\r\nContent-Disposition: form-data; name="${field}"; filename="${name}"\r\nContent-Type: application/octet-stream\r\n\r\n${content}\r\n`,
      )
      .join('')}--${boundary}--\r\n`,
  )
const upload = (url: string, files: [string, string, string][]) =>
  server.request({
    method: 'POST',
    url,
    headers: { cookie: ann.cookie, 'content-type': `multipart/form-data; boundary=${boundary}` },
    payload: form(files),
  })

test('files of any field name land in the folder, and come back byte for byte under their own name', async () => {
  const placed = await upload(`/api/sessions/${id}/files?path=/workspace`, [
    ['a', 'plan.txt', 'hello'],
    ['whatever', '报告 "final".md', '# 好'],
  ])
  expect(placed.statusCode).toBe(201)
  expect(placed.json()).toEqual([
    { path: '/workspace/plan.txt', size: 5 },
    expect.objectContaining({ size: 5 }),
  ])
  const list = (await ann.get(`/api/sessions/${id}/files`)).json<{
    entries: { name: string; path: string }[]
  }>()
  const report = list.entries.find((entry) => entry.name.startsWith('报告'))
  const content = await ann.get(
    `/api/sessions/${id}/files/content?path=${encodeURIComponent(report?.path ?? '')}`,
  )
  expect(content.body).toBe('# 好')
  expect(content.headers['content-disposition']).toContain("filename*=UTF-8''%E6%8A%A5%E5%91%8A")
  expect(content.headers).toMatchObject({ 'x-content-type-options': 'nosniff' })
  expect(content.headers['content-security-policy']).toContain('sandbox')
})

test('a name with folders in it stays in the folder', async () => {
  const placed = await upload(`/api/sessions/${id}/files?path=/workspace`, [['f', '../../etc/passwd', 'x']])
  expect(placed.json()).toEqual([{ path: '/workspace/passwd', size: 1 }])
})

test('a part of a file is sent when a part is asked for, and a part that is not there is refused', async () => {
  await upload(`/api/sessions/${id}/files`, [['f', 'digits', '0123456789']])
  const part = (range: string) =>
    server.request({
      method: 'GET',
      url: `/api/sessions/${id}/files/content?path=digits`,
      headers: { cookie: ann.cookie, range },
    })
  const middle = await part('bytes=2-4')
  expect([middle.statusCode, middle.body, middle.headers['content-range']]).toEqual([
    206,
    '234',
    'bytes 2-4/10',
  ])
  expect((await part('bytes=-3')).body).toBe('789')
  expect((await part('bytes=8-')).body).toBe('89')
  expect((await part('bytes=50-')).statusCode).toBe(416)
})

test('HTML of a stranger is never shown as a page of ours', async () => {
  await upload(`/api/sessions/${id}/files`, [['f', 'evil.html', '<script>alert(1)</script>']])
  const answer = await ann.get(`/api/sessions/${id}/files/content?path=evil.html`)
  expect(answer.headers['content-type']).toBe('text/plain; charset=utf-8')
  expect(answer.headers['content-disposition']).toMatch(/^attachment/)
})

test('a file that is not there is 404 with a sentence', async () => {
  const answer = await ann.get(`/api/sessions/${id}/files/content?path=nothing`)
  expect(answer.statusCode).toBe(404)
  expect(answer.json()).toMatchObject({ error: { code: 'FILE_NOT_FOUND' } })
})

test('an upload becomes an attachment with a path of its own, also when two have one name', async () => {
  const stored = await upload('/api/uploads', [
    ['f', 'table.csv', 'a,b'],
    ['f', 'table.csv', 'c,d'],
  ])
  const files = stored.json<{ fileId: string; mime: string }[]>()
  expect(files.map((file) => file.mime)).toEqual(['text/csv', 'text/csv'])
  await ann.send('POST', `/api/sessions/${id}/messages`, {
    text: '',
    attachments: files.map((file) => file.fileId),
  })
  const events = (await ann.get(`/api/sessions/${id}/events?format=json`)).json<
    { type: string; attachments?: { path: string; blob: string }[] }[]
  >()
  const attachments = events.find((event) => event.type === 'message')?.attachments ?? []
  expect(attachments.map((one) => one.path)).toEqual([
    '/workspace/uploads/table.csv',
    '/workspace/uploads/table (2).csv',
  ])
  const blob = await ann.get(`/api/sessions/${id}/blobs/${attachments[1]?.blob}`)
  expect(blob.body).toBe('c,d')
  expect((await ann.get('/api/library?search=TABLE')).json<{ items: object[] }>().items).toHaveLength(2)
})

test("an upload of another person can't be attached", async () => {
  const [file] = (await upload('/api/uploads', [['f', 'mine.txt', 'secret']])).json<{ fileId: string }[]>()
  const bob = await server.as('bob')
  const theirs = await bob.newSession()
  const answer = await bob.send('POST', `/api/sessions/${theirs}/messages`, {
    text: 'look',
    attachments: [file?.fileId],
  })
  expect(answer.json()).toMatchObject({ error: { code: 'UPLOAD_NOT_FOUND' } })
  expect((await bob.get(`/api/sessions/${theirs}`)).json()).toMatchObject({ lastSeq: 0 })
})

test('a request without a file says so', async () => {
  expect((await upload(`/api/sessions/${id}/files`, [])).statusCode).toBe(400)
  const plain = await ann.send('POST', '/api/uploads', { not: 'a file' })
  expect(plain.statusCode).toBe(415)
})

test('an archive of the workspace is a zip with a name', async () => {
  await upload(`/api/sessions/${id}/files`, [['f', 'a.txt', 'x']])
  const answer = await ann.get(`/api/sessions/${id}/files/archive`)
  expect(answer.headers['content-type']).toBe('application/zip')
  expect(answer.rawPayload.subarray(0, 2).toString()).toBe('PK')
})
