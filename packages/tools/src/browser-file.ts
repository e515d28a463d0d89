import { z } from 'zod'
import { browserOutcome, browserRisk, shortly } from './browser-outcome.ts'
import { tool } from './tool.ts'

export const browserFile = tool({
  name: 'browser_file',
  description:
    'Files and pages: upload workspace files (target: the file field, its button or a drop zone; none if a chooser is ' +
    'open); download from a target or url into /workspace/downloads, or wait for running downloads; save_pdf of the page. ' +
    'A click that downloads needs none of this.',
  params: z.object({
    action: z.enum(['upload', 'download', 'save_pdf']),
    target: z.string().optional(),
    paths: z.array(z.string()).optional(),
    url: z.string().optional(),
  }),
  kind: 'browser',
  family: 'browser',
  title: ({ action, paths, url }) =>
    action === 'upload'
      ? `Uploading ${shortly(paths?.join(', ') ?? '')}`
      : action === 'download'
        ? `Downloading${url ? ` ${shortly(url)}` : ''}`
        : 'Saving the page as PDF',
  risk: async ({ action }, context) =>
    action === 'upload' ? browserRisk({ tool: 'upload' }, context) : undefined,
  async run(args, context) {
    const browser = await context.world.browser(context.signal)
    return browserOutcome(await browser.file(args, context.signal), context)
  },
})
