import { z } from 'zod'
import { browserOutcome, browserRisk, shortly } from './browser-outcome.ts'
import { tool } from './tool.ts'

export const browserType = tool({
  name: 'browser_type',
  description:
    'Type text into a field (target as in browser_click; none = what has focus; "dialog" answers an open prompt). ' +
    'What was there is replaced unless clear is false. Says what then stands in the field and what it offers.',
  params: z.object({
    text: z.string(),
    target: z.string().optional(),
    enter: z.boolean().optional(),
    clear: z.boolean().optional(),
  }),
  kind: 'browser',
  family: 'browser',
  title: ({ target }) => `Typing${target ? ` into ${shortly(target)}` : ''}`,
  risk: ({ text, target, enter }, context) => browserRisk({ tool: 'type', text, target, enter }, context),
  async run(args, context) {
    const browser = await context.world.browser(context.signal)
    return browserOutcome(await browser.type(args, context.signal), context)
  },
})
