import { scenarioPath } from '@deskhand/fake-llm'
import { type RunningSites, startSites } from '@deskhand/sites'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type BrowsingServer, browsingServer } from '../testing/browsing-server.ts'

let sites: RunningSites
let browsing: BrowsingServer
beforeAll(async () => {
  sites = await startSites({ shopPort: 0, payPort: 0 })
  browsing = await browsingServer([scenarioPath('flight-by-address.yaml'), scenarioPath('demo')])
})
afterAll(async () => {
  await browsing?.close()
  await sites?.close()
})

const request = () => `Find me the cheapest flight from Hamburg to Lisbon at ${sites.shop.origin}`
const inCalendar = ({ args }: Record<string, unknown>) =>
  /depart|month|calendar|\[?\d+\]?/i.test(String((args as { target?: string }).target))

test('without a note the calendar of the flight site is operated', async () => {
  const { outcome, all } = await browsing.run(request())
  expect(outcome).toBe('ok')
  const clicks = all('tool.start').filter(({ name }) => name === 'browser_click')
  expect(clicks.filter(inCalendar).length).toBeGreaterThanOrEqual(3)
  expect(String(all('message').at(-1)?.text)).toMatch(/\*\*[A-Z]{2} \d{4}, .* EUR\*\*/)
})

test('with a note that gives the form of the address the calendar is not touched', async () => {
  const { library } = browsing.server.app
  const form = `${sites.shop.origin}/flights/results?from=FROM&to=TO&depart=YYYY-MM-DD&passengers=N&sort=price`
  const urls = `[${new URL(sites.shop.origin).host}/flights]`
  library.write(
    'note',
    'meadow-flights',
    `---\ntitle: Meadow flights\nwhen: [flight]\nurls: ${urls}\n---\nThe whole search is in the address: ${form}\n`,
  )
  const { outcome, all } = await browsing.run(request())
  expect(outcome).toBe('ok')
  expect(all('tool.start').map(({ name }) => name)).toEqual(['browser_open', 'browser_view', 'step_done'])
  expect(String(all('message').at(-1)?.text)).toMatch(/\*\*[A-Z]{2} \d{4}, .* EUR\*\*/)
  expect(browsing.llm.journal.violations).toEqual([])
})

test('a note too many to be told at once is named once, in the result that comes to its site', async () => {
  const { library } = browsing.server.app
  const note = (name: string, urls: string, text: string) =>
    library.write('note', name, `---\ntitle: ${name}\nwhen: [nowhere]\nurls: [${urls}]\n---\n${text}\n`)
  library.remove('note', 'meadow-flights')
  note('about-the-form', `${new URL(sites.shop.origin).host}/flights`, 'The field takes no typing.')
  note('long', 'elsewhere.example', 'word '.repeat(4_000))
  const before = browsing.llm.journal.entries.length
  const { outcome } = await browsing.run(request())
  expect(outcome).toBe('ok')
  const told = browsing.llm.journal.entries
    .slice(before)
    .flatMap(({ request: { messages } }) => messages.filter(({ role }) => role === 'tool'))
    .filter(({ content }) =>
      String(content).includes('knowledge: read /home/agent/knowledge/about-the-form.md'),
    )
  expect(new Set(told.map(({ tool_call_id }) => tool_call_id)).size).toBe(1)
})
