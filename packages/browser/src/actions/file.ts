import { act, type Deed } from '../act.ts'
import { aimAt, placeChain } from '../aim-at.ts'
import type { BrowserResult } from '../browser-session.ts'
import type { Desk } from '../desk.ts'
import { type Download, sizeText } from '../downloads.ts'
import { fetchToWorkspace, isPdf, pdfText, readStream, save } from '../fetch-file.ts'
import { locate } from '../locate.ts'
import { clickAt } from '../mouse.ts'
import { observe } from '../observe.ts'
import type { Place } from '../place.ts'
import { Refusal } from '../refusal.ts'
import type { Tab } from '../tab.ts'
import { pause, until } from '../time.ts'
import type { World } from '../world.ts'
import { through } from './click.ts'
import { readUrl } from './open.ts'

export interface FileArgs {
  action: 'upload' | 'download' | 'save_pdf'
  target?: string
  paths?: string[]
  url?: string
}
const downloadMs = 120_000

/** Files into a page, out of it, and the page itself as a PDF. */
export async function file(
  desk: Desk,
  tab: Tab,
  args: FileArgs,
  signal: AbortSignal,
): Promise<BrowserResult> {
  if (args.action === 'upload') return upload(desk, tab, args, signal)
  if (args.action === 'save_pdf') return savePdf(desk, tab, args, signal)
  return download(desk, tab, args, signal)
}

// ---- into the page

async function checkPaths(
  desk: Desk,
  paths: string[] | undefined,
): Promise<{ path: string; size: number }[]> {
  if (!paths?.length) throw new Refusal('E_ARGUMENT', 'Give the paths of the files to upload.')
  const found: { path: string; size: number }[] = []
  for (const path of paths) {
    // Chrome takes a path that does not exist for an empty file: it is looked at first.
    const stat = await desk.home.files.stat(path)
    if (!stat)
      throw new Refusal('E_UPLOAD_PATH', `There is no file ${path} in the sandbox. Nothing was uploaded.`)
    if (stat.type !== 'file') throw new Refusal('E_UPLOAD_PATH', `${path} is no file. Nothing was uploaded.`)
    if (stat.size === 0)
      throw new Refusal('E_UPLOAD_EMPTY', `${path} is empty (0 bytes). Nothing was uploaded.`)
    found.push({ path: stat.path, size: stat.size })
  }
  return found
}

async function upload(desk: Desk, tab: Tab, args: FileArgs, signal: AbortSignal): Promise<BrowserResult> {
  const files = await checkPaths(desk, args.paths)
  const at = args.target === undefined ? undefined : await locate(desk, tab, args.target, 'any', signal)
  if (at && !('id' in at))
    throw new Refusal('E_TARGET', 'Uploading needs an element: a file field, its button, or a drop zone.')
  return act(desk, tab, signal, async () => {
    const names = files.map((f) => `${f.path} (${sizeText(f.size)})`).join(', ')
    const input = at ? await at.world.backendNode(`deskhand.fileInput(${at.id})`) : undefined
    if (at && input) return give(tab, at.world, input, files, names, at)
    if (!at) {
      const waiting = desk.chooser
      if (waiting && waiting.tab === tab) {
        desk.chooser = undefined
        return give(tab, await worldOf(tab, waiting.backendNodeId), waiting.backendNodeId, files, names)
      }
      const only = await onlyInput(tab)
      if (only) return give(tab, only.world, only.node, files, names)
      throw new Refusal(
        'E_TARGET',
        'The page waits for no files. Give the target: its file field, upload button or drop zone.',
      )
    }
    desk.chooser = undefined
    const target = await aimAt(tab, at)
    await clickAt(tab, target.x, target.y)
    const chooser = await until(() => desk.chooser, 1500, 40, signal)
    if (chooser) {
      desk.chooser = undefined
      return give(tab, await worldOf(tab, chooser.backendNodeId), chooser.backendNodeId, files, names, at)
    }
    return drop(tab, at, target, files, names)
  })
}

async function worldOf(tab: Tab, backendNodeId: number): Promise<World> {
  for (const world of await tab.frames()) {
    const ok = await world.callOn(backendNodeId, 'filesDropped').then(
      () => true,
      () => false,
    )
    if (ok) return world
  }
  return (await tab.frames())[0]!
}
async function onlyInput(tab: Tab): Promise<{ world: World; node: number } | undefined> {
  const found: { world: World; node: number }[] = []
  for (const world of await tab.frames()) {
    const { found: hits } = await world.call('css', ['input[type=file]', tab.next])
    for (const hit of hits) {
      tab.next = Math.max(tab.next, hit.id + 1)
      const node = await world.backendNode(`deskhand.fileInput(${hit.id})`)
      if (node) found.push({ world, node })
    }
  }
  return found.length === 1 ? found[0] : undefined
}

async function give(
  tab: Tab,
  world: World,
  backendNodeId: number,
  files: { path: string; size: number }[],
  names: string,
  at?: Place,
): Promise<Deed> {
  const say: string[] = []
  const info = (await world.callOn(backendNodeId, 'inputInfo')) as { multiple: boolean; accept: string }
  if (files.length > 1 && !info.multiple)
    throw new Refusal(
      'E_UPLOAD_MANY',
      `This field takes one file; ${files.length} were given. Nothing was uploaded.`,
    )
  const odd = info.accept ? files.filter((f) => !accepts(info.accept, f.path)) : []
  if (odd.length)
    say.push(`note: the field asks for ${info.accept}; ${odd.map((f) => f.path).join(', ')} may be refused`)
  await tab.ask(
    () => world.session.send('DOM.setFileInputFiles', { files: files.map((f) => f.path), backendNodeId }),
    30_000,
  )
  const there = (await world.callOn(backendNodeId, 'filesDropped').catch(() => undefined)) as
    | { name: string; size: number }[]
    | undefined
  const wrong = there?.length ? files.filter((f, i) => there[i]?.size !== f.size) : []
  if (wrong.length)
    return {
      what: `gave ${names}`,
      say: [
        `the page got ${there!.map((t) => `${t.name} with ${t.size} bytes`).join(', ')}: not what the files have`,
      ],
      world,
      outcome: 'failed',
      code: 'E_UPLOAD_FAILED',
    }
  // A field that is emptied at once has taken the files already.
  say.push(
    there?.length
      ? `the field holds ${there.map((t) => `${t.name}, ${t.size} bytes`).join('; ')}`
      : 'the page took the files and emptied the field',
  )
  return { what: `gave ${names} to the page`, say, world, via: at?.via, proven: true, listens: true }
}
function accepts(accept: string, path: string): boolean {
  const ending = `.${path.split('.').pop()!.toLowerCase()}`
  return accept.split(',').some((a) => {
    const want = a.trim().toLowerCase()
    if (want.startsWith('.')) return want === ending
    if (want === 'image/*') return /\.(png|jpe?g|gif|webp|bmp|svg|avif|heic)$/.test(ending)
    if (want === 'video/*') return /\.(mp4|webm|mov|mkv|avi)$/.test(ending)
    if (want === 'audio/*') return /\.(mp3|wav|ogg|flac|m4a)$/.test(ending)
    return (
      want.endsWith(ending.slice(1)) || want === '*/*' || !/^(application\/pdf|image\/|text\/csv)/.test(want)
    )
  })
}

// No field and no chooser: files are dropped on it, as from a file manager.
async function drop(
  tab: Tab,
  at: Place,
  target: { x: number; y: number },
  files: { path: string; size: number }[],
  names: string,
): Promise<Deed> {
  await placeChain(at.world)
  const data = { items: [], files: files.map((f) => f.path), dragOperationsMask: 1 }
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await tab.ask(() => tab.cdp.send('Input.dispatchDragEvent', { type, x: target.x, y: target.y, data }))
  return {
    what: `dropped ${names} on [${at.id}]`,
    via: at.via,
    world: at.world,
    point: target,
    listens: true,
  }
}

// ---- out of the page

async function download(desk: Desk, tab: Tab, args: FileArgs, signal: AbortSignal): Promise<BrowserResult> {
  const before = desk.downloads.all.length
  if (args.url !== undefined) {
    const url = readUrl(args.url)
    return act(desk, tab, signal, () => fetchUrl(desk, tab, url))
  }
  if (args.target === undefined) return act(desk, tab, signal, () => waitForAll(desk, signal))
  const at = await locate(desk, tab, args.target, 'click', signal)
  if (!('id' in at)) throw new Refusal('E_TARGET', 'Downloading needs an element or a url.')
  return act(desk, tab, signal, async () => {
    const target = await aimAt(tab, at)
    const deed: Deed = {
      what: `clicked [${at.id}] "${at.name}" to download`,
      via: at.via,
      world: at.world,
      point: target,
    }
    await through(deed, () => clickAt(tab, target.x, target.y))
    const begun = await until(() => desk.downloads.all[before], 4000, 50, signal)
    if (begun) return ended(begun, deed, signal)
    const href = (await at.world
      .evaluate(`deskhand.byId(${at.id})?.closest('a')?.href ?? ''`)
      .catch(() => '')) as string
    if (!/^https?:/.test(href))
      return { ...deed, say: ['no download began'], outcome: 'failed', code: 'E_DOWNLOAD_FAILED' }
    return fetchUrl(desk, tab, href)
  })
}

async function fetchUrl(desk: Desk, tab: Tab, url: string): Promise<Deed> {
  const saved = await fetchToWorkspace(desk, tab, url)
  return {
    what: `downloaded ${url} to ${saved.path} (${saved.size} bytes${saved.type ? `, ${saved.type}` : ''})`,
    proven: true,
  }
}

async function waitForAll(desk: Desk, signal: AbortSignal): Promise<Deed> {
  const running = desk.downloads.all.filter((d) => d.state === 'running')
  await Promise.race([Promise.all(running.map((d) => d.ended)), pause(downloadMs, signal)])
  const list = desk.downloads.all.slice(-10).map(tell)
  return {
    what: list.length ? 'downloads, the newest last:' : 'nothing was downloaded yet',
    say: list,
    proven: true,
  }
}
function tell(d: Download): string {
  if (d.state === 'done') return `${d.path} (${d.received} bytes)`
  if (d.state === 'failed') return `${d.name}: failed`
  return `${d.name}: ${sizeText(d.received)}${d.total ? ` of ${sizeText(d.total)}` : ''}, still running`
}

async function ended(begun: Download, deed: Deed, signal: AbortSignal): Promise<Deed> {
  await Promise.race([begun.ended, pause(downloadMs, signal)])
  if (begun.state === 'failed')
    return {
      ...deed,
      say: [`the download of ${begun.name} failed`],
      outcome: 'failed',
      code: 'E_DOWNLOAD_FAILED',
    }
  return { ...deed, proven: true }
}

async function savePdf(desk: Desk, tab: Tab, args: FileArgs, signal: AbortSignal): Promise<BrowserResult> {
  const now = await observe(tab, { listeners: 'once' })
  const name = args.paths?.[0]?.split('/').pop() ?? `${now.title || new URL(now.url).hostname || 'page'}.pdf`
  return act(desk, tab, signal, async () => {
    if (isPdf(tab, now)) {
      const saved = await fetchToWorkspace(desk, tab, tab.page.url())
      const pdf = await pdfText(desk, saved.path)
      return {
        what: `saved the PDF as ${saved.path} (${saved.size} bytes${pdf ? `, ${pdf.pages} pages` : ''})`,
        proven: true,
      }
    }
    const { stream } = await tab.ask(
      () => tab.cdp.send('Page.printToPDF', { printBackground: true, transferMode: 'ReturnAsStream' }),
      60_000,
    )
    const bytes = await readStream(tab, stream!)
    const path = await save(desk, name.endsWith('.pdf') ? name : `${name}.pdf`, bytes)
    return { what: `saved this page as ${path} (${bytes.length} bytes)`, proven: true }
  })
}
