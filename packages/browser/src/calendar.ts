import type { Deed } from './act.ts'
import { through } from './actions/click.ts'
import { aimAt } from './aim-at.ts'
import { clickAt } from './mouse.ts'
import type { FieldInfo } from './page/words.ts'
import type { Place } from './place.ts'
import { Refusal } from './refusal.ts'
import type { Tab } from './tab.ts'
import { pause, until } from './time.ts'

export interface Day {
  year: number
  month: number
  day: number
}
interface Calendars {
  months: { year: number; month: number; cell: number; disabled: boolean }[]
  back: number
  forth: number
}
const mostMonths = 150

/** 2026-03-09, 2026/3/9, 9 March 2026, March 9, 2026, 03/09/2026 (month first), 2026年3月9日. */
export function readDay(text: string): Day | undefined {
  const t = text.trim()
  const iso = t.match(/^(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?$/)
  if (iso) return valid(Number(iso[1]), Number(iso[2]), Number(iso[3]))
  const us = t.match(/^(\d{1,2})\/(\d{1,2})\/(\d{4})$/)
  if (us) return valid(Number(us[3]), Number(us[1]), Number(us[2]))
  const words = t.match(/^(?:(\d{1,2})\s+)?([A-Za-z]{3,9})\.?\s*(\d{1,2})?,?\s+(\d{4})$/)
  if (!words) return undefined
  const month = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'].indexOf(
    words[2]!.slice(0, 3).toLowerCase(),
  )
  return month < 0 ? undefined : valid(Number(words[4]), month + 1, Number(words[1] ?? words[3]))
}
function valid(year: number, month: number, day: number): Day | undefined {
  const date = new Date(Date.UTC(year, month - 1, day))
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day ? { year, month, day } : undefined
}

/** Chooses a day in the calendar that a read-only field opens, going from month to month as far as needed. */
export async function pickDay(
  tab: Tab,
  at: Place,
  info: FieldInfo,
  day: Day,
  signal: AbortSignal,
): Promise<Deed> {
  const named = `[${at.id}] "${info.name}"`
  const look = async () =>
    (await at.world.evaluate(`deskhand.calendars(${day.day}, ${tab.next})`)) as Calendars & { next: number }
  const target = await aimAt(tab, at)
  await clickAt(tab, target.x, target.y)
  const open = await until(async () => ((await look()).months.length ? true : undefined), 1500, 60, signal)
  if (!open)
    throw new Refusal(
      'E_READONLY',
      `${named} is read-only and opened no calendar that could be recognized. Click it and choose from what appears.`,
    )
  // What the calendar brought with it has listeners that were not there before.
  await at.world.bridge()
  const wanted = day.year * 12 + day.month - 1
  let before = ''
  for (let n = 0; n < mostMonths; n++) {
    signal.throwIfAborted()
    const now = await look()
    tab.next = Math.max(tab.next, now.next)
    const hit = now.months.find((m) => m.year === day.year && m.month === day.month)
    if (hit) {
      if (!hit.cell)
        throw new Refusal(
          'E_OPTION_NOT_FOUND',
          `The calendar of ${named} shows the month but no day ${day.day}.`,
        )
      if (hit.disabled)
        throw new Refusal(
          'E_DISABLED',
          `The day ${iso(day)} can't be chosen in the calendar of ${named}: it is disabled.`,
        )
      return choose(tab, at, info, hit.cell, day)
    }
    const shown = now.months.map((m) => m.year * 12 + m.month - 1)
    if (!shown.length) throw new Refusal('E_STALE', `The calendar of ${named} closed by itself.`)
    const way = wanted > Math.max(...shown) ? now.forth : now.back
    const mark = shown.join()
    if (!way || mark === before)
      throw new Refusal('E_OPTION_NOT_FOUND', `The calendar of ${named} does not go to ${iso(day)}.`)
    before = mark
    const arrow = await aimAt(tab, {
      world: at.world,
      id: way,
      via: at.via,
      name: 'next month',
      kind: 'button',
    })
    await clickAt(tab, arrow.x, arrow.y)
    await until(
      async () =>
        (await look()).months.map((m) => m.year * 12 + m.month - 1).join() !== mark ? true : undefined,
      1500,
      40,
      signal,
    )
  }
  throw new Refusal(
    'E_OPTION_NOT_FOUND',
    `The calendar of ${named} did not reach ${iso(day)} within ${mostMonths} months.`,
  )
}

async function choose(tab: Tab, at: Place, info: FieldInfo, cell: number, day: Day): Promise<Deed> {
  const spot = await aimAt(tab, { world: at.world, id: cell, via: at.via, name: String(day.day), kind: 'td' })
  const deed: Deed = {
    what: `[${at.id}] "${info.name}": chose ${iso(day)} in its calendar`,
    via: at.via,
    point: { x: spot.x, y: spot.y },
  }
  await through(deed, () => clickAt(tab, spot.x, spot.y))
  await pause(60)
  const now = await until(async () => {
    const after = await at.world.call('fieldInfo', [at.id])
    return after && after.value !== info.value ? after.value : undefined
  }, 800)
  deed.say = [now !== undefined ? `the field now holds "${now}"` : `the field still holds "${info.value}"`]
  return deed
}
function iso(day: Day): string {
  return `${day.year}-${String(day.month).padStart(2, '0')}-${String(day.day).padStart(2, '0')}`
}
