import type { Desk } from './desk.ts'
import { freeName, safeName } from './downloads.ts'
import type { Observation } from './observe.ts'
import { Refusal } from './refusal.ts'
import type { Tab } from './tab.ts'

const mostBytes = 200 * 1024 * 1024

export function isPdf(tab: Tab, now: Observation): boolean {
  return (
    now.frames[0]!.extract.contentType === 'application/pdf' ||
    (/^application\/pdf/i.test(tab.contentType) && now.frames[0]!.extract.items.length === 0)
  )
}

/** Fetches an address as the page would, with its cookies, into the workspace. */
export async function fetchToWorkspace(
  desk: Desk,
  tab: Tab,
  url: string,
  wantedName?: string,
): Promise<{ path: string; size: number; type: string }> {
  const [main] = await tab.frames()
  const { resource } = await tab.ask(
    () =>
      tab.cdp.send('Network.loadNetworkResource', {
        frameId: main!.frameId,
        url,
        options: { disableCache: false, includeCredentials: true },
      }),
    60_000,
  )
  const status = resource.httpStatusCode ?? 0
  if (!resource.success || !resource.stream || status >= 400) {
    const why = status ? `the server answered ${status}` : (resource.netErrorName ?? 'no answer')
    throw new Refusal('E_DOWNLOAD_FAILED', `${url} could not be fetched: ${why}.`)
  }
  const bytes = await readStream(tab, resource.stream)
  const headers = Object.fromEntries(
    Object.entries(resource.headers ?? {}).map(([k, v]) => [k.toLowerCase(), String(v)]),
  )
  const name = wantedName ?? nameFrom(url, headers['content-disposition'], headers['content-type'])
  const path = await save(desk, name, bytes)
  return { path, size: bytes.length, type: headers['content-type'] ?? '' }
}

/** Puts bytes into the downloads folder under a name that is free. */
export async function save(desk: Desk, name: string, bytes: Uint8Array): Promise<string> {
  const { files, downloads } = desk.home
  const taken = new Set((await files.list(downloads)).map((n) => n.split('/').pop()))
  const path = `${downloads}/${freeName(safeName(name), taken)}`
  await files.write(path, bytes)
  return path
}

export async function readStream(tab: Tab, handle: string): Promise<Buffer> {
  const parts: Buffer[] = []
  let size = 0
  for (;;) {
    const { data, base64Encoded, eof } = await tab.ask(
      () => tab.cdp.send('IO.read', { handle, size: 1 << 20 }),
      30_000,
    )
    const part = Buffer.from(data, base64Encoded ? 'base64' : 'utf8')
    parts.push(part)
    size += part.length
    if (size > mostBytes)
      throw new Refusal(
        'E_DOWNLOAD_FAILED',
        'The file is larger than 200 MB; fetch it in the shell (curl) instead.',
      )
    if (eof) break
  }
  await tab.ask(() => tab.cdp.send('IO.close', { handle })).catch(() => undefined)
  return Buffer.concat(parts)
}

function nameFrom(url: string, disposition: string | undefined, type: string | undefined): string {
  const star = disposition?.match(/filename\*=(?:UTF-8|utf-8)''([^;]+)/)?.[1]
  if (star) {
    try {
      return decodeURIComponent(star)
    } catch {
      // Not really percent-encoded: the plain name is used.
    }
  }
  const plain = disposition?.match(/filename="?([^";]+)"?/)?.[1]
  if (plain) return plain
  let last = url.split(/[?#]/)[0]!.split('/').pop() ?? ''
  try {
    last = decodeURIComponent(last)
  } catch {
    // Kept as it is written.
  }
  const ending = /pdf/.test(type ?? '') ? '.pdf' : /html/.test(type ?? '') ? '.html' : ''
  if (!last) return `download${ending}`
  return last.includes('.') ? last : last + ending
}

export async function pdfText(
  desk: Desk,
  path: string,
): Promise<{ text: string; pages: number } | undefined> {
  // A scanned or damaged PDF has no text: the file is there all the same.
  return desk.home.files.pdfText(path).catch(() => undefined)
}
