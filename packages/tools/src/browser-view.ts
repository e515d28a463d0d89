import { z } from 'zod'
import { browserOutcome, shortly } from './browser-outcome.ts'
import { tool } from './tool.ts'

export const browserView = tool({
  name: 'browser_view',
  description:
    'Look at the page: elements in sight with their numbers; its text (with a query only the passages that answer it); ' +
    'a screenshot; its source; its console. With a query, elements and source show what matches on the whole page. ' +
    'wait_seconds with a query waits until it is on the page.',
  params: z.object({
    what: z.enum(['elements', 'text', 'screenshot', 'source', 'console']).optional(),
    query: z.string().optional(),
    from: z.number().int().min(0).optional().describe('character to go on from'),
    wait_seconds: z.number().min(0).max(60).optional(),
  }),
  kind: 'pure',
  family: 'browser',
  title: ({ what = 'elements', query }) =>
    query ? `Looking for "${shortly(query)}"` : `Looking at the page: ${what}`,
  async run(args, context) {
    const browser = await context.world.browser(context.signal)
    return browserOutcome(await browser.view(args, context.signal), context)
  },
})
