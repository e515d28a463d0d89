import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

interface Body {
  messages: { role: string; content?: unknown; tool_calls?: { id: string }[] }[]
  stream?: boolean
}
type Turn = { text?: string; call?: { name: string; args: object } }

/**
 * An OpenAI-compatible server that is not fake-llm, as small as one can be: it knows the first line of each system
 * prompt and counts tool results. `turns(role, results)` says what comes next.
 */
export async function startStubModel(turns: (role: string, toolResults: number, body: Body) => Turn) {
  const requests: Body[] = []
  const server = createServer(async (request, response) => {
    if (request.url?.endsWith('/models')) return response.end(JSON.stringify({ data: [{ id: 'stub' }] }))
    // Such a server knows nothing of the pages on which others tell their window.
    if (!request.url?.endsWith('/chat/completions')) return response.writeHead(404).end()
    const body = JSON.parse(await text(request)) as Body
    requests.push(body)
    const system = String(body.messages[0]?.content ?? '')
    const role = /^role: (\w+)/.exec(system)?.[1] ?? '?'
    const results = body.messages.filter((message) => message.role === 'tool').length
    const turn = turns(role, results, body)
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    const send = (delta: object, finish: string | null = null) =>
      response.write(
        `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`,
      )
    if (turn.text) send({ role: 'assistant', content: turn.text })
    if (turn.call) {
      const call = {
        index: 0,
        id: `call_${requests.length}`,
        type: 'function',
        function: { name: turn.call.name, arguments: JSON.stringify(turn.call.args) },
      }
      send({ tool_calls: [call] })
    }
    send({}, turn.call ? 'tool_calls' : 'stop')
    response.write(
      `data: ${JSON.stringify({ choices: [], usage: { prompt_tokens: 100, completion_tokens: 10 } })}\n\n`,
    )
    response.end('data: [DONE]\n\n')
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    requests,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    close: () => new Promise((done) => server.close(done)),
  }
}

async function text(request: IncomingMessage): Promise<string> {
  let all = ''
  for await (const chunk of request) all += chunk
  return all
}
