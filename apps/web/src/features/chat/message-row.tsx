import type { MessageItem } from '@deskhand/protocol/fold'
import { Clock3, Paperclip, X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { CopyButton } from '../../components/copy-button.tsx'
import { api } from '../../lib/api.ts'
import { attempt } from '../../lib/commands.ts'
import { bytes, clock } from '../../lib/format.ts'
import { apiUrl } from '../../lib/place.ts'
import { useSessionState } from '../../lib/session-store.ts'
import { Markdown } from './markdown.tsx'

interface Props {
  message: MessageItem & { ts: number }
}

export function MessageRow({ message }: Props) {
  return message.role === 'user' ? <UserMessage message={message} /> : <AssistantMessage message={message} />
}

function UserMessage({ message }: Props) {
  const { t, i18n } = useTranslation()
  const gone = message.state === 'withdrawn'
  // An approval without words is a message too; its card says all there is to say.
  if (!message.text && !message.attachments?.length) return null
  return (
    <div className="flex flex-col items-end gap-1 py-2" data-row="user">
      <div
        className={`max-w-[86%] rounded-2xl rounded-br-md bg-accent-soft px-4 py-2.5 ${gone ? 'line-through opacity-60' : ''}`}
      >
        <p className="whitespace-pre-wrap break-words">{message.text}</p>
        <Attachments message={message} />
      </div>
      <div className="flex items-center gap-2 text-ink-3 text-xs">
        {message.state === 'queued' && <Queued id={message.id} />}
        {gone && t('chat.withdrawn')}
        {message.mode === 'steer' && message.state !== 'queued' && t('chat.steered')}
        <time dateTime={new Date(message.ts).toISOString()}>{clock(message.ts, i18n.language)}</time>
      </div>
    </div>
  )
}

function Queued({ id }: { id: string }) {
  const { t } = useTranslation()
  const sessionId = useSessionState((state) => state.id)
  return (
    <span className="inline-flex items-center gap-1 rounded-full bg-signal-soft py-0.5 pr-1 pl-2 text-signal">
      <Clock3 className="size-3" /> {t('chat.queued')}
      <button
        type="button"
        aria-label={t('chat.withdraw')}
        title={t('chat.withdraw')}
        className="grid size-6 place-items-center rounded-full hover:bg-signal/15"
        onClick={() => sessionId && attempt(() => api.withdraw(sessionId, id))}
      >
        <X className="size-3" />
      </button>
    </span>
  )
}

function AssistantMessage({ message }: Props) {
  const { i18n } = useTranslation()
  return (
    <div className="group/message py-2.5" data-row="assistant" data-final={message.final}>
      <Markdown text={message.text} />
      <Attachments message={message} />
      <div className="mt-0.5 flex items-center gap-1 text-ink-3 text-xs opacity-0 transition-opacity focus-within:opacity-100 group-hover/message:opacity-100 pointer-coarse:opacity-100">
        <CopyButton text={message.text} />
        <time dateTime={new Date(message.ts).toISOString()}>{clock(message.ts, i18n.language)}</time>
      </div>
    </div>
  )
}

function Attachments({ message }: Props) {
  const sessionId = useSessionState((state) => state.id)
  if (!message.attachments?.length || !sessionId) return null
  return (
    <ul className="mt-2 flex flex-wrap gap-2">
      {message.attachments.map((file) => (
        <li key={file.blob + file.path}>
          <a
            href={apiUrl(api.blobUrl(sessionId, file.blob))}
            download={file.name}
            className="flex max-w-64 items-center gap-2 rounded-lg border border-line bg-surface px-2.5 py-1.5 text-[0.8125rem] hover:bg-sunken"
          >
            {file.mime.startsWith('image/') ? (
              <img
                src={apiUrl(api.blobUrl(sessionId, file.blob))}
                alt=""
                className="size-8 rounded object-cover"
              />
            ) : (
              <Paperclip className="size-3.5 shrink-0 text-ink-3" />
            )}
            <span className="truncate">{file.name}</span>
            <span className="text-ink-3">{bytes(file.size)}</span>
          </a>
        </li>
      ))}
    </ul>
  )
}
