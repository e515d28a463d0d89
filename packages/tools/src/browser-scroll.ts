import { z } from 'zod'
import { browserOutcome, shortly } from './browser-outcome.ts'
import { tool } from './tool.ts'

export const browserScroll = tool({
  name: 'browser_scroll',
  description:
    'Scroll the page, or the scroller given as target, by pages (screens); or until a text is in view, loading more ' +
    'where the page does that.',
  params: z.object({
    direction: z.enum(['up', 'down', 'left', 'right', 'top', 'bottom']).optional(),
    pages: z.number().optional(),
    target: z.string().optional(),
    until: z.string().optional(),
  }),
  kind: 'browser',
  family: 'browser',
  changesWorld: () => false,
  title: ({ direction = 'down', until }) =>
    until ? `Scrolling to "${shortly(until)}"` : `Scrolling ${direction}`,
  async run(args, context) {
    const browser = await context.world.browser(context.signal)
    return browserOutcome(await browser.scroll(args, context.signal), context)
  },
})
