import type { Duplex } from 'node:stream'
import {
  ShellChunk,
  type ShellContinue,
  type ShellExec,
  ShellInfo,
  type ShellResult,
  type StopProcesses,
  StoppedProcesses,
} from '@deskhand/protocol/sandbox'
import { z } from 'zod'
import { type CallOptions, SandboxError, type SandboxShell, type ShellOptions } from '../sandbox.ts'
import { type GatewayHttp, lost } from './gateway-http.ts'
import { ndjson } from './ndjson.ts'

export class HttpShell implements SandboxShell {
  #http: GatewayHttp

  constructor(http: GatewayHttp) {
    this.#http = http
  }

  exec(request: ShellExec, options: ShellOptions = {}): Promise<ShellResult> {
    return this.#stream('/shell/exec', request, options)
  }

  continue(request: ShellContinue, options: ShellOptions = {}): Promise<ShellResult> {
    return this.#stream('/shell/continue', request, options)
  }

  list(options: CallOptions = {}): Promise<ShellInfo[]> {
    return this.#http.json(z.array(ShellInfo), 'GET', '/shells', options)
  }

  stop(request: StopProcesses, options: CallOptions = {}): Promise<StoppedProcesses> {
    return this.#http.json(StoppedProcesses, 'POST', '/processes/stop', { json: request, ...options })
  }

  attach(shell: string, options: CallOptions = {}): Promise<Duplex> {
    return this.#http.upgrade(`/shells/${encodeURIComponent(shell)}/attach`, 'tty', options.signal)
  }

  async #stream(path: string, request: object, { signal, onOutput }: ShellOptions): Promise<ShellResult> {
    const response = await this.#http.send('POST', path, { json: request, signal })
    try {
      for await (const line of ndjson(response)) {
        const chunk = ShellChunk.parse(line)
        if (chunk.type === 'result') return chunk.result
        onOutput?.(chunk.text)
      }
    } catch (error) {
      throw lost(this.#http.address, signal, error)
    }
    signal?.throwIfAborted()
    throw new SandboxError(
      'UNREACHABLE',
      'The sandbox closed the connection before the command had an outcome.',
    )
  }
}
