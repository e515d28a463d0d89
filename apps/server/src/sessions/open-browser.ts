import type { BrowserHome, BrowserSession, Eyes } from '@deskhand/browser'
import type { LiveSandbox } from '@deskhand/sandbox'

export type OpenBrowser = (
  sandbox: LiveSandbox,
  about: { timeZone: string; eyes: () => Eyes | undefined },
) => Promise<BrowserSession>

/** A connection to one sandbox's Chrome. Its driver is large and loaded when the first page is opened. */
export const openBrowser: OpenBrowser = async (sandbox, { timeZone, eyes }) => {
  const { BrowserSession } = await import('@deskhand/browser')
  const kept = (path: string) => `/workspace/.deskhand/${path}`
  return BrowserSession.connect(homeOf(sandbox, timeZone), {
    askEyes: eyes,
    artefacts: {
      write: async (path, bytes) => {
        await sandbox.files.upload(kept(path), Buffer.from(bytes as Uint8Array))
      },
      remove: (path) => sandbox.files.remove(kept(path)),
    },
  })
}

function homeOf({ browser, files }: LiveSandbox, timeZone: string): BrowserHome {
  return {
    cdp: () => browser.cdp(),
    pressKey: (key, signal) => browser.pressKey(key, signal === undefined ? {} : { signal }),
    files: {
      async stat(path) {
        const stat = await files.stat(path)
        return stat === undefined ? undefined : { path: stat.path, size: stat.size, type: stat.type }
      },
      write: async (path, bytes) => {
        await files.upload(path, Buffer.from(bytes as Uint8Array))
      },
      move: (from, to) => files.move(from, to),
      list: async (path) => (await files.list(path)).entries.map((entry) => entry.name),
      async pdfText(path) {
        const read = await files.read({ path })
        if (read.kind !== 'pdf') throw new Error(`${path} is no PDF.`)
        return { text: read.text, pages: read.pages }
      },
    },
    downloads: '/workspace/downloads',
    now: () => Date.now(),
    timeZone,
  }
}
