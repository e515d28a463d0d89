import { connect } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { RunningGateway, TOKEN } from './testing/running-gateway.ts'

let box: RunningGateway
beforeAll(async () => {
  box = await RunningGateway.start()
})
afterAll(() => box.close())

/** The answers to these lines, in order. */
async function ask(...lines: string[]): Promise<unknown[]> {
  const socket = connect(join(box.root, 'run', 'relay.sock'))
  socket.write(`${lines.join('\n')}\n`)
  const answers: unknown[] = []
  for await (const line of createInterface({ input: socket })) {
    answers.push(JSON.parse(line))
    if (answers.length === lines.length) break
  }
  socket.destroy()
  return answers
}

async function server(
  answer: (asked: { id: string; method: string; params: unknown }) => object | undefined,
) {
  const client = new WebSocket(`ws://127.0.0.1:${box.port}/relay`, {
    headers: { authorization: `Bearer ${TOKEN}` },
  })
  client.on('message', (text) => {
    const said = answer(JSON.parse(String(text)))
    if (said) client.send(JSON.stringify(said))
  })
  await new Promise((done) => client.once('open', done))
  return client
}

test('without a server a program is told so', async () => {
  expect(await ask('{"method":"list"}', 'nonsense')).toMatchObject([
    { error: { code: 'NO_SERVER' } },
    { error: { code: 'BAD_REQUEST' } },
  ])
})

test('questions reach the server, and answers come back in order, however late', async () => {
  const kept: object[] = []
  const client = await server(({ id, method, params }) => {
    kept.push({ id, result: { method, params } })
    if (kept.length < 2) return undefined
    client.send(JSON.stringify(kept[1]))
    return kept[0]
  })
  expect(await ask('{"method":"one","params":[1]}', '{"method":"two"}')).toEqual([
    { result: { method: 'one', params: [1] } },
    { result: { method: 'two' } },
  ])
  client.terminate()
})

test('a server that leaves with a question open ends it', async () => {
  const client = await server(() => {
    client.terminate()
    return undefined
  })
  expect(await ask('{"method":"never"}')).toMatchObject([{ error: { code: 'NO_SERVER' } }])
})
