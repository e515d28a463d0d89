import { z } from 'zod'
import type { NewEntry } from '../journal/private-entries.ts'
import { resultEntry, startEntry } from '../turn/call-entries.ts'
import { keepArtifacts } from '../turn/keep-artifacts.ts'
import { defineControl } from './control-tool.ts'

export const messageNotify = defineControl({
  name: 'message_notify',
  description:
    'Tell the person something short while the work goes on: a finding, a delay, a file (attachments: paths). The step stays open.',
  params: z.object({ text: z.string().min(1), attachments: z.array(z.string()).optional() }),
  title: ({ text }) => (text.length > 80 ? `${text.slice(0, 79)}…` : text),

  async run(core, { call, args, lines }) {
    const kept = await keepArtifacts(core, args.attachments ?? [])
    const message: NewEntry = {
      type: 'message',
      data: {
        id: core.ids.message(),
        role: 'assistant',
        text: args.text,
        ...(kept.attachments.length > 0 && { attachments: kept.attachments }),
      },
    }
    const missing = kept.missing.map((path) => `missing: ${path} does not exist and was not sent`)
    core.journal.commit([
      startEntry(call, args, messageNotify.title(args)),
      ...kept.entries,
      message,
      resultEntry(core, call, {
        outcome: 'ok',
        head: [...lines, ...missing],
        content: 'The person has been told. The step is still open.',
        view: { kind: 'text', text: args.text },
      }),
    ])
  },
})
