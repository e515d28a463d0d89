import { z } from 'zod'
import { browserOutcome, shortly } from './browser-outcome.ts'
import { tool } from './tool.ts'

export const browserOpen = tool({
  name: 'browser_open',
  description:
    'Open a url, go back, forward or reload, switch to a tab (tab alone) or close one (go "close"). ' +
    'Answers the list of elements in sight. Put search words and dates into the url where the site allows it.',
  params: z.object({
    url: z.string().optional(),
    new_tab: z.boolean().optional(),
    go: z.enum(['back', 'forward', 'reload', 'close']).optional(),
    tab: z.string().optional().describe('t1, t2, …'),
  }),
  kind: 'browser',
  family: 'browser',
  title: ({ url, go, tab }) =>
    url
      ? `Opening ${shortly(url)}`
      : go
        ? `Browser: ${go}${tab ? ` ${tab}` : ''}`
        : `Switching to tab ${tab}`,
  async run(args, context) {
    const browser = await context.world.browser(context.signal)
    return browserOutcome(await browser.open(args, context.signal), context)
  },
})
