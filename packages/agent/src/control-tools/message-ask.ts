import { z } from 'zod'
import { startEntry } from '../turn/call-entries.ts'
import { skipOpenCalls } from '../turn/skip-calls.ts'
import { defineControl } from './control-tool.ts'

export const messageAsk = defineControl({
  name: 'message_ask',
  description:
    'Ask the person and wait for the answer; only when you are blocked. options: short answers to choose from. ' +
    'takeover: the person is to do something in the browser (login, captcha, payment).',
  params: z.object({
    text: z.string().min(1),
    options: z.array(z.string()).optional(),
    takeover: z.boolean().optional(),
  }),
  title: ({ text }) => (text.length > 80 ? `${text.slice(0, 79)}…` : text),

  async run(core, { call, args }) {
    const askId = core.ids.ask()
    core.journal.commit([
      startEntry(call, args, messageAsk.title(args)),
      ...skipOpenCalls(core, 'the person was asked first; call it again if it is still wanted', call.id),
      { type: 'ask.bind', data: { askId, from: 'executor', callId: call.id, thread: call.thread } },
      {
        type: 'ask.start',
        data: {
          askId,
          kind: args.takeover ? 'takeover' : 'question',
          text: args.text,
          ...(args.options?.length && { options: args.options }),
        },
      },
      { type: 'status', data: { status: 'waiting' } },
    ])
  },
})
