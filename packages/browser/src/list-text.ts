import type { Desk } from './desk.ts'
import type { Observation } from './observe.ts'
import { fit, footer, lines } from './print.ts'
import type { Tab } from './tab.ts'

export const listBudget = 8000

/** The element list with its head and foot, at most 8,000 characters. */
export async function listText(
  desk: Desk,
  tab: Tab,
  observation: Observation,
  options: { stars: boolean; budget?: number },
): Promise<string> {
  const head = headLines(desk, tab, observation)
  const foot = footer(observation)
  const budget = (options.budget ?? listBudget) - head.join('\n').length - foot.join('\n').length - 120
  const { text, left } = fit(lines(observation, options.stars), budget)
  if (left)
    foot.unshift(
      `… ${left} more lines did not fit: browser_view with a query finds them, browser_view text reads the page`,
    )
  return [...head, text || '(nothing to see on this page)', ...foot].join('\n')
}

export function headLines(desk: Desk, tab: Tab, observation: Observation): string[] {
  const f = observation.frames[0]!.extract
  const parts = [`now ${clock(desk.home.now(), desk.home.timeZone)}`]
  if (tab.status && tab.status >= 400) parts.push(`HTTP status ${tab.status}`)
  if (desk.tabs.length > 1) parts.push(`tab ${tab.id} of ${desk.tabs.map((t) => t.id).join(' ')}`)
  if (f.scrollAbove > 0.02 || f.scrollBelow > 0.02)
    parts.push(`scroll ${f.scrollAbove.toFixed(1)} screens above, ${f.scrollBelow.toFixed(1)} below`)
  if (observation.ready === 'loading') parts.push('still loading')
  const out = [parts.join(' · ')]
  const hint = wallHint(observation)
  if (hint) out.push(hint)
  return out
}

/** 2026-01-21 Wed 22:20 GMT+8 */
export function clock(ms: number, timeZone: string): string {
  const parts = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    weekday: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZoneName: 'shortOffset',
  }).formatToParts(ms)
  const get = (type: string) => parts.find((p) => p.type === type)?.value ?? ''
  return `${get('year')}-${get('month')}-${get('day')} ${get('weekday')} ${get('hour')}:${get('minute')} ${get('timeZoneName')}`
}

const captcha =
  /captcha|verify (that )?you are (a )?human|are you a robot|unusual traffic|checking your browser|cloudflare|人机验证|滑块验证|安全验证|请完成验证/i
const login = /\b(log ?in|sign ?in|password|two-factor|one-time code)\b|登录|登入|密码|验证码/i

/** Pages that only a person gets past are said to be so; the rest is the model's to decide. */
export function wallHint(observation: Observation): string | undefined {
  let words = observation.title
  let secret = false
  let size = 0
  for (const { extract } of observation.frames) {
    for (const item of extract.items) {
      if (item.k === 't') {
        size += item.text.length
        if (size < 3000) words += ` ${item.text}`
      } else if (item.k === 'e') {
        if (item.kind === 'input type=password') secret = true
        if (size < 3000) words += ` ${item.name}`
      }
    }
    if (/captcha|challenges\.cloudflare|turnstile/i.test(extract.url)) words += ' captcha'
  }
  if (captcha.test(words) && size < 2500)
    return 'This looks like a check for humans (captcha). Do not try to get round it: ask the person to take over (message_ask with takeover), or use another source.'
  if (secret && login.test(words))
    return 'This is a login page. Unless the person gave the password for it, ask them to take over (message_ask with takeover).'
  return undefined
}
