import type { PostMessage } from '@deskhand/protocol/http'
import clsx from 'clsx'
import { ArrowUp, ListPlus, Paperclip, Square } from 'lucide-react'
import { type ClipboardEvent, type DragEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../../components/button.tsx'
import { Spinner } from '../../components/spinner.tsx'
import { clientId } from '../../lib/client-id.ts'
import { useUi } from '../../lib/ui-store.ts'
import { AttachmentChips } from './attachment-chips.tsx'
import { sendKeyOf } from './send-key.ts'
import { useAttachments } from './use-attachments.ts'
import { useDraft } from './use-draft.ts'

interface Props {
  /** whose draft this is: a session's id, or 'home' */
  place: string
  placeholder: string
  large?: boolean
  /** a run is on: sending steers it, and it can be stopped */
  running?: boolean
  stopping?: boolean
  /** text put in from outside; a new object puts it in again */
  suggestion?: { text: string }
  /** answers whether the message was taken; then the composer empties */
  onSend(message: PostMessage): Promise<boolean>
  onStop?(): void
}

export function Composer(props: Props) {
  const { place, placeholder, large, running, stopping, suggestion, onSend, onStop } = props
  const { t } = useTranslation()
  const [text, setText] = useDraft(place)
  const [sending, setSending] = useState(false)
  const [over, setOver] = useState(false)
  const { attached, add, retry, remove, clear } = useAttachments()
  const field = useRef<HTMLTextAreaElement>(null)
  const picker = useRef<HTMLInputElement>(null)
  // The same message tried again must stay one message, so its id is made once per text.
  const id = useRef({ of: '', is: '' })
  const sendKey = useUi((ui) => ui.sendKey)

  useEffect(() => {
    if (!suggestion) return
    setText(suggestion.text)
    field.current?.focus()
  }, [suggestion, setText])

  const uploading = attached.some((one) => one.phase === 'sending')
  const files = attached.flatMap((one) => (one.fileId ? [one.fileId] : []))
  const canSend = !sending && !uploading && (text.trim() !== '' || files.length > 0)

  const send = async (mode?: 'queue') => {
    if (!canSend) return
    if (id.current.of !== text) id.current = { of: text, is: clientId() }
    setSending(true)
    const taken = await onSend({
      text: text.trim(),
      clientId: id.current.is,
      ...(mode ? { mode } : {}),
      ...(files.length ? { attachments: files } : {}),
    })
    setSending(false)
    if (!taken) return
    id.current = { of: '', is: '' }
    setText('')
    clear()
  }

  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    const { key, keyCode, shiftKey, ctrlKey, metaKey } = event
    const { isComposing } = event.nativeEvent
    const meant = sendKeyOf({ key, keyCode, isComposing, shiftKey, ctrlKey, metaKey }, sendKey)
    if (!meant) return
    // With nothing to send Ctrl+Enter is free for whoever else listens: an approval's yes.
    if (!canSend && (ctrlKey || metaKey)) return
    event.preventDefault()
    void send(meant === 'queue' && running ? 'queue' : undefined)
  }
  const onPaste = (event: ClipboardEvent) => {
    if (!event.clipboardData.files.length) return
    event.preventDefault()
    add(event.clipboardData.files)
  }
  const onDrop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    add(event.dataTransfer.files)
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is one more way; the paperclip does it by keyboard
    <div
      onDragOver={(event) => {
        if (!event.dataTransfer.types.includes('Files')) return
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={onDrop}
      className={clsx(
        'rounded-2xl border bg-surface shadow-card transition-colors focus-within:border-accent',
        over ? 'border-accent bg-accent-soft' : 'border-line-strong',
      )}
    >
      <AttachmentChips attached={attached} onRetry={retry} onRemove={remove} />
      <textarea
        ref={field}
        value={text}
        readOnly={sending}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={onKeyDown}
        onPaste={onPaste}
        placeholder={over ? t('composer.drop') : placeholder}
        aria-label={t('composer.label')}
        rows={large ? 3 : 1}
        className="field-sizing-content block max-h-[40dvh] w-full resize-none bg-transparent px-4 pt-3 pb-1 outline-none placeholder:text-ink-3"
      />
      <div className="flex items-center gap-1 px-2 pb-2">
        <IconButton label={t('composer.attach')} onClick={() => picker.current?.click()}>
          <Paperclip className="size-4.5" />
        </IconButton>
        <input
          ref={picker}
          type="file"
          multiple
          hidden
          data-testid="picker"
          onChange={(event) => {
            add(event.target.files ?? [])
            event.target.value = ''
          }}
        />
        <span className="min-w-0 flex-1 truncate px-1 text-ink-3 text-xs max-sm:hidden">
          {running && text.trim() ? t('composer.steers') : ''}
        </span>
        <span className="flex-1 sm:hidden" />
        {running && text.trim() !== '' && (
          <IconButton label={t('composer.queue')} disabled={!canSend} onClick={() => send('queue')}>
            <ListPlus className="size-4.5" />
          </IconButton>
        )}
        {running && onStop && (
          <button
            type="button"
            onClick={onStop}
            disabled={stopping}
            aria-label={stopping ? t('status.stopping') : t('run.stop')}
            title={stopping ? t('status.stopping') : t('run.stop')}
            className="grid size-9 place-items-center rounded-full border border-line-strong text-ink hover:bg-danger-soft hover:text-danger disabled:opacity-50 pointer-coarse:size-11"
          >
            {stopping ? <Spinner /> : <Square className="size-3.5 fill-current" />}
          </button>
        )}
        <button
          type="button"
          onClick={() => send()}
          disabled={!canSend}
          aria-label={running ? t('composer.steer') : t('composer.send')}
          title={running ? t('composer.steer') : t('composer.send')}
          className="ml-1 grid size-9 place-items-center rounded-full bg-accent text-on-accent transition-colors hover:bg-accent-hover disabled:bg-sunken disabled:text-ink-3 pointer-coarse:size-11"
        >
          {sending ? <Spinner /> : <ArrowUp className="size-4.5" strokeWidth={2.4} />}
        </button>
      </div>
    </div>
  )
}
