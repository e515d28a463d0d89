import { z } from 'zod'
import { browserOutcome, browserRisk } from './browser-outcome.ts'
import { tool } from './tool.ts'

export const browserScript = tool({
  name: 'browser_script',
  description:
    'Run JavaScript in the page: one expression, or the body of an async function with return. Answers JSON, at most ' +
    '4 kB. For reading what other tools do not show; do not click or type with it.',
  params: z.object({ code: z.string().min(1) }),
  kind: 'browser',
  family: 'browser',
  title: () => 'Running a script in the page',
  risk: (_, context) => browserRisk({ tool: 'script' }, context),
  async run(args, context) {
    const browser = await context.world.browser(context.signal)
    return browserOutcome(await browser.script(args, context.signal), context)
  },
})
