import { z } from 'zod'
import { browserOutcome, browserRisk, shortly } from './browser-outcome.ts'
import { tool } from './tool.ts'

export const browserClick = tool({
  name: 'browser_click',
  description:
    'Click an element. target: its number (12), text:WORDS, css=SELECTOR, its text, or a description in words; ' +
    'or x and y in pixels of the last screenshot. Says what changed, or that nothing did.',
  params: z.object({
    target: z.string().optional(),
    x: z.number().optional(),
    y: z.number().optional(),
    button: z.enum(['left', 'right', 'middle']).optional(),
    count: z.number().int().min(1).max(3).optional(),
    modifiers: z.array(z.string()).optional(),
  }),
  kind: 'browser',
  family: 'browser',
  title: ({ target, x, y }) => `Clicking ${target === undefined ? `at ${x},${y}` : shortly(target)}`,
  risk: ({ target, x, y }, context) => browserRisk({ tool: 'click', target, x, y }, context),
  async run(args, context) {
    const browser = await context.world.browser(context.signal)
    return browserOutcome(await browser.click(args, context.signal), context)
  },
})
