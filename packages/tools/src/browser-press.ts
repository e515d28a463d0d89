import { z } from 'zod'
import { browserOutcome, browserRisk, shortly } from './browser-outcome.ts'
import { tool } from './tool.ts'

export const browserPress = tool({
  name: 'browser_press',
  description:
    'Press keys where the focus is: "Control+a", "Tab Tab Enter" (+ combines, a space makes a sequence). ' +
    'Enter and Escape answer an open dialog.',
  params: z.object({ keys: z.string().min(1) }),
  kind: 'browser',
  family: 'browser',
  title: ({ keys }) => `Pressing ${shortly(keys)}`,
  risk: ({ keys }, context) => browserRisk({ tool: 'press', keys }, context),
  async run(args, context) {
    const browser = await context.world.browser(context.signal)
    return browserOutcome(await browser.press(args, context.signal), context)
  },
})
