import type { BrowserResult } from '../browser-session.ts'
import { pastDates } from '../dates.ts'
import type { Desk } from '../desk.ts'
import { dialogText } from '../dialogs.ts'
import { exactSize, sizeText } from '../downloads.ts'
import { fingerprint } from '../effect.ts'
import { fetchToWorkspace, isPdf, pdfText } from '../fetch-file.ts'
import { listText } from '../list-text.ts'
import { type Observation, observe } from '../observe.ts'
import { pictureForPerson } from '../pictures.ts'
import { lines } from '../print.ts'
import { DialogInTheWay, Refusal } from '../refusal.ts'
import { titleOf } from '../report.ts'
import { documentReady, settle } from '../settle.ts'
import type { Tab } from '../tab.ts'
import { pause, until } from '../time.ts'

export interface OpenArgs {
  url?: string
  new_tab?: boolean
  go?: 'back' | 'forward' | 'reload' | 'close'
  tab?: string
}
const defaultAnswerMs = 30_000
const loadMs = 2500

/** Opens an address, goes through the history, switches and closes tabs. */
export async function open(
  desk: Desk,
  current: Tab,
  args: OpenArgs,
  signal: AbortSignal,
): Promise<BrowserResult> {
  let tab = args.tab === undefined ? current : desk.find(args.tab)
  if (args.go === 'close') return closeTab(desk, tab, signal)
  if (args.url === undefined && !args.go && args.tab === undefined && !args.new_tab)
    throw new Refusal('E_ARGUMENT', 'Give a url, go, or tab.')
  if (args.new_tab) tab = await desk.during(() => desk.newTab())
  else if (tab !== desk.current) await desk.switchTo(tab)
  if (tab.dialog && (args.url !== undefined || args.go)) throw new Refusal('E_DIALOG_OPEN', dialogText(tab))
  if (args.url !== undefined) return navigate(desk, tab, readUrl(args.url), signal)
  if (args.go) return history(desk, tab, args.go, signal)
  return arrived(desk, tab, [`tab ${tab.id} is the current one`], signal)
}

/** Adds what people leave out, and refuses what is no web page. */
export function readUrl(text: string): string {
  const url = text.trim()
  if (!url) throw new Refusal('E_URL', 'The url is empty.')
  const scheme = url.match(/^([a-z][a-z0-9+.-]*):(?!\d)/i)?.[1]?.toLowerCase()
  if (scheme && !['http', 'https', 'about', 'data', 'blob'].includes(scheme))
    throw new Refusal(
      'E_POLICY',
      `Addresses that begin with ${scheme}: are not opened in this browser. Read files with file_read; serve a folder on a port to see it as a page.`,
    )
  if (scheme) return url
  const local = /^(localhost|127\.|\[::1\]|[\w-]+\.localhost|(\d{1,3}\.){3}\d{1,3})(:|\/|$)/i.test(url)
  const full = `${local ? 'http' : 'https'}://${url.replace(/^\/\//, '')}`
  if (!URL.canParse(full))
    throw new Refusal('E_URL', `"${text}" is no address. To look for something use web_search.`)
  return full
}

async function navigate(desk: Desk, tab: Tab, url: string, signal: AbortSignal): Promise<BrowserResult> {
  const before = { url: tab.page.url(), downloads: desk.downloads.all.length }
  const answerMs = desk.options.answerMs ?? defaultAnswerMs
  const say: string[] = []
  const past = pastDates(url, desk.home.now(), desk.home.timeZone)
  if (past) say.push(past)
  tab.requests.arm()
  tab.status = undefined
  const chain: string[] = []
  const failure = await desk.during(async () => {
    try {
      const response = await tab.ask(
        () => tab.page.goto(url, { waitUntil: 'domcontentloaded', timeout: answerMs }),
        answerMs + 3000,
      )
      for (let r = response?.request().redirectedFrom(); r; r = r.redirectedFrom()) chain.unshift(r.url())
      return undefined
    } catch (error) {
      return error as Error
    }
  })
  signal.throwIfAborted()
  if (failure instanceof DialogInTheWay) return arrived(desk, tab, [dialogText(tab)], signal)
  if (failure) {
    const download = await until(
      () => desk.downloads.all[before.downloads],
      /ABORTED|Download/i.test(failure.message) ? 1500 : 50,
    )
    if (download) return downloaded(desk, tab, download, signal)
    if (!(failure.name === 'TimeoutError' && tab.page.url() !== before.url))
      return notOpened(desk, tab, url, before.url, failure, signal)
    say.push('the page is slow: it is shown as far as it came')
  }
  if (chain.length) say.push(`redirected: ${[...chain, tab.page.url()].slice(0, 5).join(' → ')}`)
  return arrived(desk, tab, say, signal)
}

async function downloaded(
  desk: Desk,
  tab: Tab,
  download: import('../downloads.ts').Download,
  signal: AbortSignal,
): Promise<BrowserResult> {
  await Promise.race([download.ended, pause(60_000, signal)])
  const text =
    download.state === 'done'
      ? `This address is a download. Saved as ${download.path} (${exactSize(download.received)}).`
      : download.state === 'running'
        ? `This address is a download, ${sizeText(download.received)} so far; browser_file with action "download" waits for it.`
        : 'This address is a download, and it failed.'
  // PDFs may be set to download instead of to open; they were asked for to be read.
  const pdf = download.path?.toLowerCase().endsWith('.pdf') ? await pdfText(desk, download.path) : undefined
  const read = pdf
    ? `\nIt is a PDF of ${pdf.pages} pages; file_read reads it all.\n\n${pdf.text.slice(0, 5000)}`
    : ''
  return {
    outcome: download.state === 'failed' ? 'failed' : 'ok',
    text: `${text}
The tab is still on ${tab.page.url()}${read}`,
    url: tab.page.url(),
    title: await titleOf(tab),
    pageChanged: false,
    pageMark: `download ${download.guid}`,
    changes: text,
  }
}

async function notOpened(
  desk: Desk,
  tab: Tab,
  url: string,
  was: string,
  failure: Error,
  signal: AbortSignal,
): Promise<BrowserResult> {
  const code = navigationCode(failure.message)
  // An address that keeps silent would go on holding back what is done to the old page.
  if (code === 'E_NAV_TIMEOUT') await tab.cdp.send('Page.stopLoading').catch(() => undefined)
  const reason =
    failure.message.match(/net::(ERR_[A-Z_]+)/)?.[1] ?? failure.message.split('\n')[0]!.slice(0, 200)
  // Chrome puts a page of its own in place of the old one; the old one is brought back.
  if (tab.page.url().startsWith('chrome-error:') && /^https?:/.test(was))
    await desk.during(() => travel(tab, 'back', signal).catch(() => undefined))
  const words: Record<string, string> = {
    E_NAV_DNS: 'there is no such host (DNS)',
    E_NAV_REFUSED: 'nothing answers there (connection refused)',
    E_NAV_TIMEOUT: `there was no answer within ${(desk.options.answerMs ?? defaultAnswerMs) / 1000} s`,
    E_NAV_TLS: 'its certificate is not valid',
    E_NAV_ABORTED: 'the loading was broken off',
    E_NAV: 'it could not be loaded',
  }
  const here = tab.page.url().startsWith('chrome-error:') ? 'about:blank' : tab.page.url()
  signal.throwIfAborted()
  return {
    outcome: code === 'E_NAV_TIMEOUT' ? 'timeout' : 'failed',
    code,
    text: `${url} did not open: ${words[code]} (${reason}). You are still on ${here}. Check the address, or use another source.`,
    url: here,
    title: await titleOf(tab),
    pageChanged: true,
    pageMark: `${here}#${code}`,
    changes: `did not open: ${words[code]}`,
    shot: desk.options.pictures === false ? undefined : await pictureForPerson(tab),
  }
}
function navigationCode(message: string): string {
  if (/NAME_NOT_RESOLVED|ERR_NAME|DNS/.test(message)) return 'E_NAV_DNS'
  if (
    /CONNECTION_REFUSED|ADDRESS_UNREACHABLE|CONNECTION_RESET|CONNECTION_CLOSED|EMPTY_RESPONSE|INTERNET_DISCONNECTED|TUNNEL|PROXY/.test(
      message,
    )
  )
    return 'E_NAV_REFUSED'
  if (/Timeout|TIMED_OUT|did not answer/i.test(message)) return 'E_NAV_TIMEOUT'
  if (/CERT|SSL/.test(message)) return 'E_NAV_TLS'
  return /ABORTED/.test(message) ? 'E_NAV_ABORTED' : 'E_NAV'
}

async function history(
  desk: Desk,
  tab: Tab,
  go: 'back' | 'forward' | 'reload',
  signal: AbortSignal,
): Promise<BrowserResult> {
  const was = tab.page.url()
  tab.requests.arm()
  await desk.during(() => (go === 'reload' ? reload(tab) : travel(tab, go, signal)))
  return arrived(desk, tab, [go === 'reload' ? 'reloaded' : `went ${go}: ${was} → ${tab.page.url()}`], signal)
}
async function reload(tab: Tab): Promise<void> {
  await tab
    .ask(() => tab.page.reload({ waitUntil: 'domcontentloaded', timeout: 15_000 }), 17_000)
    .catch((error: Error) => {
      if (!(error instanceof DialogInTheWay) && error.name !== 'TimeoutError') throw error
    })
}
// A page that comes back whole from Chrome's cache loads nothing: only its address tells that it is there.
async function travel(tab: Tab, go: 'back' | 'forward', signal: AbortSignal): Promise<void> {
  const { currentIndex, entries } = await tab.ask(() => tab.cdp.send('Page.getNavigationHistory'))
  const entry = entries[currentIndex + (go === 'back' ? -1 : 1)]
  if (!entry)
    throw new Refusal('E_HISTORY', `There is no page to go ${go} to. You are still on ${tab.page.url()}`)
  await tab.ask(() => tab.cdp.send('Page.navigateToHistoryEntry', { entryId: entry.id }))
  await until(
    async () => {
      const now = await tab.ask(() => tab.cdp.send('Page.getNavigationHistory'), 3000).catch(() => undefined)
      return now?.entries[now.currentIndex]?.id === entry.id ? true : undefined
    },
    10_000,
    40,
    signal,
  )
  await documentReady(tab, 'interactive', 3000).catch(() => false)
}

async function closeTab(desk: Desk, tab: Tab, signal: AbortSignal): Promise<BrowserResult> {
  const { id } = tab
  const url = tab.page.url()
  if (tab.dialog) await desk.dialogs.answer(tab, false)
  await desk.during(async () => {
    if (desk.tabs.length === 1) await desk.newTab()
    await tab.page.close({ runBeforeUnload: false }).catch(() => undefined)
  })
  await until(() => (desk.tabs.includes(tab) ? undefined : true), 3000)
  desk.closedTabs = desk.closedTabs.filter((t) => t.id !== id)
  const next = desk.current ?? (await desk.ready(signal))
  return arrived(desk, next, [`closed tab ${id} (${url}); the current tab is ${next.id}`], signal)
}

/** Waits for a page to be usable and shows its list. */
export async function arrived(
  desk: Desk,
  tab: Tab,
  say: string[],
  signal: AbortSignal,
): Promise<BrowserResult> {
  if (tab.dialog) return stopped(desk, tab, say)
  await documentReady(tab, 'complete', loadMs).catch(() => false)
  const [main] = await tab.frames().catch(() => [])
  const settled = main ? await settle(tab, main, () => false, signal) : undefined
  await desk.settleTabs()
  if (tab.dialog) return stopped(desk, tab, say)
  let now = await observe(tab)
  if (!lines(now, false).length && tab.page.url() !== 'about:blank') {
    await pause(1500, signal)
    now = await observe(tab)
  }
  if (settled?.how === 'cap' || tab.requests.underWay() > 0 || now.ready !== 'complete')
    say.push('still loading; what is there is shown and can be used')
  return shown(desk, tab, now, say)
}
async function stopped(desk: Desk, tab: Tab, say: string[]): Promise<BrowserResult> {
  const text = [...say, dialogText(tab), ...desk.takeNews()].join('\n')
  return {
    outcome: 'ok',
    code: 'E_DIALOG_OPEN',
    text,
    url: tab.page.url(),
    title: '',
    pageChanged: true,
    pageMark: `dialog ${tab.page.url()}`,
    changes: 'a dialog is open',
  }
}

async function shown(desk: Desk, tab: Tab, now: Observation, say: string[]): Promise<BrowserResult> {
  const { status } = tab
  say.push(...desk.takeNews())
  const all = lines(now, false)
  let outcome: BrowserResult['outcome'] = 'ok'
  let code: string | undefined
  let fullPath: string | undefined
  let body: string
  if (isPdf(tab, now)) {
    const saved = await fetchToWorkspace(desk, tab, tab.page.url())
    const pdf = await pdfText(desk, saved.path)
    fullPath = saved.path
    body = `This is a PDF${pdf ? ` of ${pdf.pages} pages` : ''}, saved as ${saved.path} (${saved.size} bytes); file_read reads it.${pdf ? `\n\n${pdf.text.slice(0, 5000)}` : ''}`
  } else {
    if (status && status >= 400) {
      outcome = 'failed'
      code = `E_HTTP_${status}`
      say.unshift(
        `the server answered ${status}: this is not the page that was asked for. What it shows instead:`,
      )
    } else if (!all.length && tab.page.url() !== 'about:blank') {
      outcome = 'failed'
      code = 'E_EMPTY_PAGE'
      say.push(
        'the page is empty, also after a moment. It may need a login, or more time: browser_view with wait_seconds.',
      )
    }
    body = await listText(desk, tab, now, { stars: false })
  }
  return {
    outcome,
    code,
    text: [...say, body].join('\n'),
    url: now.url,
    title: now.title,
    changes: outcome === 'ok' ? `opened "${now.title || now.url}"` : `HTTP status ${status ?? ''}`,
    shot: desk.options.pictures === false ? undefined : await pictureForPerson(tab),
    fullPath,
    limit: 'list',
    pageChanged: true,
    pageMark: fingerprint(now.url, all),
  }
}
