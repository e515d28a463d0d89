import { z } from 'zod'
import { browserOutcome, browserRisk, shortly } from './browser-outcome.ts'
import { tool } from './tool.ts'

export const browserDrag = tool({
  name: 'browser_drag',
  description:
    'Hover over an element (no to), or drag it: to = another target, or an offset in pixels such as "+120,0".',
  params: z.object({ target: z.string(), to: z.string().optional() }),
  kind: 'browser',
  family: 'browser',
  title: ({ target, to }) =>
    to ? `Dragging ${shortly(target)} to ${shortly(to)}` : `Hovering over ${shortly(target)}`,
  risk: async ({ target, to }, context) =>
    to === undefined ? undefined : browserRisk({ tool: 'drag', target }, context),
  async run(args, context) {
    const browser = await context.world.browser(context.signal)
    return browserOutcome(await browser.drag(args, context.signal), context)
  },
})
