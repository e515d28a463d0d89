import type { Approve, Attachment } from '@deskhand/protocol'
import { fileLines, pictures } from '../context/directive.ts'
import type { NewEntry, StoredImage } from '../journal/private-entries.ts'
import type { Core } from '../run/core.ts'
import type { OpenAsk } from '../state/session-state.ts'
import { resultEntry } from '../turn/call-entries.ts'

type By = 'user' | 'message' | 'stop'

/** The end of a question. */
export function askEnded(ask: OpenAsk, by: By, said: { answer?: string; approve?: Approve }): NewEntry {
  return { type: 'ask.end', data: { askId: ask.id, by, ...said } }
}

/** The end of a question and, where a call asked it, that call's result. */
export function askAnswered(
  core: Core<unknown>,
  ask: OpenAsk,
  by: By,
  text: string,
  attachments: readonly Attachment[] = [],
): NewEntry[] {
  const call = ask.callId && core.state.calls.get(ask.callId)
  const end = askEnded(ask, by, by === 'user' ? { answer: text } : {})
  if (!call || ask.kind === 'approval') return [end]
  const given = [{ attachments: [...attachments] }] as unknown as Parameters<typeof fileLines>[0]
  const files = fileLines(given)
  const images = pictures(given).filter((part): part is StoredImage => part.type === 'image')
  const content = by === 'user' ? `answer: ${text}` : text
  return [
    end,
    resultEntry(core, call, {
      outcome: by === 'user' ? 'ok' : 'skipped',
      ...(files && { head: [`files: ${files.split('\n').join('; ')}`] }),
      content,
      view: { kind: 'text', text },
      images,
    }),
  ]
}
