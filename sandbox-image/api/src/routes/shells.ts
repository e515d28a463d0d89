import type { ServerResponse } from 'node:http'
import { pipeline } from 'node:stream'
import {
  ShellContinue,
  ShellExec,
  type ShellResult,
  StopProcesses,
  TerminalSize,
} from '@deskhand/protocol/sandbox'
import { readJson } from '../http/body.ts'
import { Refusal } from '../http/refusal.ts'
import type { Route } from '../http/route.ts'
import { acceptUpgrade } from '../http/upgrade.ts'
import { OutputLines } from '../shells/output-lines.ts'
import type { Listener } from '../shells/shells.ts'

export const shellExec: Route = {
  method: 'POST',
  path: '/shell/exec',
  async answer({ request, gateway }, response) {
    const asked = await readJson(request, ShellExec)
    await stream(response, (listener) =>
      gateway.journal.once(asked.callId, 'shell', () => gateway.shells.exec(asked, listener)),
    )
  },
}

export const shellContinue: Route = {
  method: 'POST',
  path: '/shell/continue',
  async answer({ request, gateway }, response) {
    const asked = await readJson(request, ShellContinue)
    await stream(response, (listener) =>
      gateway.journal.once(asked.callId, 'shell', () => gateway.shells.continue(asked, listener)),
    )
  },
}

export const shellList: Route = {
  method: 'GET',
  path: '/shells',
  answer: ({ gateway }) => gateway.shells.list(),
}

export const processesStop: Route = {
  method: 'POST',
  path: '/processes/stop',
  answer: async ({ request, gateway }) => gateway.shells.stop(await readJson(request, StopProcesses)),
}

export const shellSize: Route = {
  method: 'POST',
  path: '/shells/:name/size',
  async answer({ request, params, gateway }) {
    const { columns, rows } = await readJson(request, TerminalSize)
    gateway.shells.find(params.name as string)?.resize(columns, rows)
  },
}

/** `Upgrade: tty` → the terminal's raw bytes, from a picture of now on; what is sent is typed. */
export const shellAttach: Route = {
  method: 'GET',
  path: '/shells/:name/attach',
  upgrade({ params, gateway }, socket, head) {
    const shell = gateway.shells.find(params.name as string)
    if (!shell) throw new Refusal(404, 'NO_SUCH_SHELL', `There is no shell called ${params.name}.`)
    acceptUpgrade(socket, 'tty')
    socket.write(shell.screen.replay())
    let behind = false
    const unwatch = shell.screen.watch((bytes) => {
      // A viewer that lags sees the present state again later, rather than costing memory for each byte.
      if (behind) return
      if (socket.write(bytes) || socket.writableLength < 1024 * 1024) return
      behind = true
      socket.once('drain', () => {
        behind = false
        socket.write(shell.screen.replay())
      })
    })
    socket.on('data', (bytes: Buffer) => shell.type(bytes))
    socket.once('close', unwatch)
    socket.once('end', () => socket.end())
    if (head.length > 0) shell.type(head)
  },
}

/** Output as it comes, then the result, a JSON object a line. */
async function stream(response: ServerResponse, work: (listener: Listener) => Promise<ShellResult>) {
  const lines = new OutputLines()
  const listener = { onOutput: (text: string) => lines.add(text), hasLeft: () => response.destroyed }
  const answered = work(listener).then(
    (result) => lines.end(result),
    (error: Error) => lines.destroy(error),
  )
  // Before the first byte a refusal can still have a status of its own.
  await Promise.race([answered, lines.begun])
  if (lines.errored) throw lines.errored
  response.writeHead(200, { 'content-type': 'application/x-ndjson; charset=utf-8' })
  response.flushHeaders()
  await new Promise<void>((done) => pipeline(lines, response, () => done()))
}
