import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { BrowserKey, Clipboard } from '@deskhand/protocol/sandbox'
import { readJson } from '../http/body.ts'
import { Refusal } from '../http/refusal.ts'
import type { Route } from '../http/route.ts'

/** A key pressed on the display, which also reaches windows that the debugging port does not know. */
export const browserKey: Route = {
  method: 'POST',
  path: '/browser/key',
  async answer({ request }) {
    const { key } = await readJson(request, BrowserKey)
    await run('xdotool', ['key', '--clearmodifiers', '--', key])
  },
}

/** Ends the browser; the start script starts it again. */
export const browserRestart: Route = {
  method: 'POST',
  path: '/browser/restart',
  answer({ gateway }) {
    const pid = Number(readFileSync(join(gateway.settings.runFolder, 'browser.pid'), 'utf8'))
    process.kill(pid, 'SIGTERM')
    // One that hangs does not hear the first.
    setTimeout(() => {
      try {
        if (readFileSync(`/proc/${pid}/comm`, 'utf8').startsWith('chrom')) process.kill(pid, 'SIGKILL')
      } catch {
        // It ended when it was asked to.
      }
    }, 3000).unref()
  },
}

export const clipboardRead: Route = {
  method: 'GET',
  path: '/clipboard',
  async answer() {
    // xclip ends with 1 when nothing was ever copied.
    return {
      text: await run('xclip', ['-selection', 'clipboard', '-o', '-t', 'UTF8_STRING']).catch(() => ''),
    }
  },
}

export const clipboardWrite: Route = {
  method: 'PUT',
  path: '/clipboard',
  async answer({ request }) {
    const { text } = await readJson(request, Clipboard)
    await run('xclip', ['-selection', 'clipboard', '-i'], text)
  },
}

function run(program: string, args: string[], input?: string): Promise<string> {
  return new Promise((done, fail) => {
    const child = execFile(program, args, { timeout: 5000, maxBuffer: 16 * 1024 * 1024 }, (error, stdout) => {
      if (error)
        fail(
          new Refusal(502, 'DISPLAY_FAILED', `${program} could not do this: ${error.message}`, {
            cause: error,
          }),
        )
      else done(stdout)
    })
    child.stdin?.end(input)
  })
}
