import { z } from 'zod'
import { browserOutcome, browserRisk } from './browser-outcome.ts'
import { tool } from './tool.ts'

export const browserFill = tool({
  name: 'browser_fill',
  description:
    'Fill a whole form in one call: text, select (option label), date (YYYY-MM-DD, also calendars), time, range, colour, ' +
    'checkbox and radio (true or false), lists that open. Ends at the first field that fails or changes the page. ' +
    'submit: true, or the target of a button.',
  params: z.object({
    fields: z.array(z.object({ target: z.string(), value: z.union([z.string(), z.array(z.string())]) })),
    submit: z.union([z.boolean(), z.string()]).optional(),
  }),
  kind: 'browser',
  family: 'browser',
  title: ({ fields }) => `Filling ${fields.length} ${fields.length === 1 ? 'field' : 'fields'}`,
  risk: ({ fields, submit }, context) => browserRisk({ tool: 'fill', fields, submit }, context),
  async run(args, context) {
    const browser = await context.world.browser(context.signal)
    return browserOutcome(await browser.fill(args, context.signal), context)
  },
})
