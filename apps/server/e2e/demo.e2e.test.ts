import type { EventOf, StoredEvent } from '@deskhand/protocol'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Api, runEnded } from './api.ts'
import { chromiumPath, eventually, launch, pixels, sessionOf, signUp } from './page.ts'
import { Product } from './product.ts'

// One person's first hour: an account, the demo tasks in a real sandbox, watched in a real browser.
if (!chromiumPath) process.stdout.write('skipped: demo in the page, no Chromium on this machine\n')

let product: Product
let browser: Browser
let page: Page
let faults: string[]
let api: Api

beforeAll(async () => {
  if (!chromiumPath) return
  product = await Product.start({ DEMO: 'on', SANDBOX_LANG: 'en-GB', SANDBOX_TZ: 'Europe/Berlin' })
  browser = await launch()
  const signedUp = await signUp(browser, product)
  page = signedUp.page
  faults = signedUp.faults
  api = new Api(product)
  await api.signIn('ada', 'correct horse battery')
})
afterAll(async () => {
  await browser?.close()
  await product?.end()
})

async function begin(title: string): Promise<string> {
  await page.goto(product.url)
  await page.getByTestId('start').filter({ hasText: title }).first().click()
  await page.getByTestId('conversation').waitFor()
  return sessionOf(page)
}
const outcome = (events: StoredEvent[]) => events.find((event) => event.type === 'run.end')
const starts = (events: StoredEvent[]) => events.filter((event) => event.type === 'tool.start').length

test.skipIf(!chromiumPath)(
  'a program is written, fails its test, is mended, and its files can be taken home',
  async () => {
    const session = await begin('A small program')
    const events = await api.follow(session, runEnded)
    expect(outcome(events), JSON.stringify(events.slice(-5))).toMatchObject({ outcome: 'ok' })
    const shells = events.filter(
      (event): event is EventOf<'tool.end'> => event.type === 'tool.end' && event.view.kind === 'shell',
    )
    const exits = shells.map(({ view }) => view.kind === 'shell' && view.exitCode)
    expect(exits).toContain(0)
    expect(exits.some((code) => typeof code === 'number' && code > 0)).toBe(true)

    await page.getByRole('tab', { name: 'Terminal' }).click()
    await expect
      .poll(() => page.getByTestId('shell').or(page.getByTestId('terminal')).first().textContent())
      .toMatch(/\S/)
    const artifact = events.find((event) => event.type === 'artifact')
    const name = artifact?.type === 'artifact' ? artifact.name : ''
    await page.getByRole('tab', { name: 'Files' }).click()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page
        .getByTestId('files')
        .getByRole('link', { name: new RegExp(`Download ${name}|${name}`) })
        .first()
        .click(),
    ])
    expect(download.suggestedFilename()).toBe(name)
    expect(faults).toEqual([])
  },
)

test.skipIf(!chromiumPath)(
  'a flight is found through a calendar drawn by script, and the live view shows it',
  async () => {
    const session = await begin('Find a flight')
    await page
      .getByRole('tab', { name: 'Browser' })
      .click()
      .catch(() => undefined)
    await page.locator('[data-testid=vnc][data-state=view] canvas').waitFor({ timeout: 120_000 })
    const shown = await eventually(
      () => pixels(page),
      ({ lit, colours }) => lit > 0.5 && colours >= 16,
      'the screen has a picture',
    )
    expect([shown.width, shown.height]).toEqual([1280, 1024])
    await eventually(
      () => pixels(page),
      ({ mean }) => distance(mean, shown.mean) > 0.5,
      'the picture follows the page',
    )
    const events = await api.follow(session, runEnded)
    expect(outcome(events), JSON.stringify(events.slice(-5))).toMatchObject({ outcome: 'ok' })
    expect(faults).toEqual([])
  },
)

test.skipIf(!chromiumPath)(
  'a message in the middle changes the rest of the plan and keeps what is done',
  async () => {
    const session = await begin('Change your mind midway')
    const before = await api.follow(session, (event) => event.type === 'step.end' && event.outcome === 'done')
    await page
      .getByRole('textbox', { name: 'Message' })
      .fill('Only the two lightest, please, and tell me which one fits in a bicycle bag.')
    await page.getByRole('button', { name: 'Send now' }).click()
    const after = await api.follow(session, runEnded, before.at(-1)?.seq)
    const plans = [...before, ...after].filter(
      (event): event is EventOf<'plan.update'> => event.type === 'plan.update',
    )
    const old = plans.filter(({ cause }) => cause !== 'interrupt').at(0)
    const changed = plans.find(({ cause }) => cause === 'interrupt')
    expect(changed, JSON.stringify(plans)).toBeDefined()
    const done = before
      .filter((event): event is EventOf<'step.end'> => event.type === 'step.end')
      .map(({ stepId }) => stepId)
    for (const id of done) {
      const was = old?.steps.find((step) => step.id === id)
      expect(changed?.steps.find((step) => step.id === id)).toMatchObject({
        title: was?.title,
        status: 'done',
      })
    }
    // What the message made needless is out of the plan, and nothing of it is begun any more.
    const kept = changed?.steps.map(({ id }) => id) ?? []
    const dropped = old?.steps.filter(({ id }) => !kept.includes(id)).map(({ id }) => id) ?? []
    expect(dropped.length, JSON.stringify(plans)).toBeGreaterThanOrEqual(2)
    const begun = after.filter((event) => event.type === 'step.start' && event.seq > (changed?.seq ?? 0))
    for (const event of begun) if (event.type === 'step.start') expect(dropped).not.toContain(event.stepId)
    expect(outcome(after), JSON.stringify(after.slice(-5))).toMatchObject({ outcome: 'ok' })
    await page.getByText('Plan changed by your message').first().waitFor()
  },
)

test.skipIf(!chromiumPath)(
  'while a person has control the agent holds still, their click reaches the page, and the agent goes on after',
  async () => {
    const session = await begin('Find a flight')
    const before = await api.follow(
      session,
      (event) => event.type === 'tool.start' && event.name.startsWith('browser_'),
    )
    await page
      .getByRole('tab', { name: 'Browser' })
      .click()
      .catch(() => undefined)
    await page.getByTestId('take-control').click()
    const canvas = page.locator('[data-testid=vnc][data-state=control] canvas')
    await canvas.waitFor({ timeout: 60_000 })
    const held = await api.follow(session, (event) => event.type === 'takeover.start', before.at(-1)?.seq)
    const callsBefore = starts(await api.stored(session))

    // A page of the person's own that turns red where it is clicked.
    await canvas.click({ position: { x: 20, y: 20 } })
    await page.keyboard.press('Control+l')
    await page.keyboard.type(
      "data:text/html,<body style='background:white;height:95vh' onclick=this.style.background='red'>",
      { delay: 15 },
    )
    await page.keyboard.press('Enter')
    const middle = { x: 0.3, y: 0.4, width: 0.4, height: 0.3 }
    await eventually(
      () => pixels(page, middle),
      ({ mean }) => Math.min(...mean) > 240,
      'the white page is there',
    )
    const box = await canvas.boundingBox()
    await page.mouse.click((box?.x ?? 0) + (box?.width ?? 0) / 2, (box?.y ?? 0) + (box?.height ?? 0) / 2)
    await eventually(
      () => pixels(page, middle),
      ({ mean: [r, g, b] }) => r > 200 && g < 60 && b < 60,
      'the click reached the page',
    )
    expect(starts(await api.stored(session))).toBe(callsBefore)

    await page.getByTestId('return-control').click()
    await page.getByRole('dialog').getByRole('textbox').fill('I looked at a red page.')
    await page.getByRole('dialog').getByRole('button', { name: 'Return control' }).click()
    const after = await api.follow(session, runEnded, held.at(-1)?.seq)
    expect(after.find((event) => event.type === 'takeover.end')).toMatchObject({
      note: 'I looked at a red page.',
    })
    expect(starts(after)).toBeGreaterThan(0)
    await page.locator('[data-testid=vnc][data-state=view]').waitFor()
  },
)

const distance = (a: number[], b: number[]) => Math.hypot(...a.map((value, index) => value - (b[index] ?? 0)))
