import { ClipboardCopy, ClipboardPaste, Keyboard, Undo2 } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../components/button.tsx'
import { Menu, MenuItem } from '../../components/menu.tsx'
import { api } from '../../lib/api.ts'
import { attempt } from '../../lib/commands.ts'
import { useControl } from '../../lib/control-store.ts'
import { copyText } from '../../lib/copy.ts'
import { duration } from '../../lib/format.ts'
import { keysyms, pressRemote } from '../../lib/remote-keys.ts'
import { useSession } from '../../lib/session-store.ts'
import { tell } from '../../lib/toast.ts'
import { useNow } from '../../lib/use-now.ts'
import { HandBackDialog } from './hand-back-dialog.tsx'
import { TypeText } from './type-text.tsx'

const specials: readonly { label: string; keys: readonly number[] }[] = [
  { label: 'Esc', keys: [keysyms.Escape] },
  { label: 'Tab', keys: [keysyms.Tab] },
  { label: 'F5', keys: [keysyms.F5] },
  { label: 'Ctrl+L', keys: [keysyms.Control, 0x6c] },
  { label: 'Ctrl+T', keys: [keysyms.Control, 0x74] },
  { label: 'Ctrl+W', keys: [keysyms.Control, 0x77] },
  { label: 'Alt+←', keys: [keysyms.Alt, keysyms.Left] },
  { label: '←', keys: [keysyms.Left] },
  { label: '↑', keys: [keysyms.Up] },
  { label: '→', keys: [keysyms.Right] },
  { label: '↓', keys: [keysyms.Down] },
]

/** While the person has control: for how long, their tools, and the way back. */
export function ControlBar() {
  const { t } = useTranslation()
  const { sessionId, lease, phase } = useControl((control) => control)
  const since = useSession((view) => view.takeover?.since)
  const now = useNow(1_000, phase === 'held')
  const [handing, setHanding] = useState(false)
  const back = useRef<HTMLButtonElement>(null)

  useEffect(() => {
    // Before the screen takes it: the one key that always leads out.
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || !event.ctrlKey || !event.altKey || !event.shiftKey) return
      event.preventDefault()
      event.stopPropagation()
      back.current?.focus()
    }
    window.addEventListener('keydown', onKey, { capture: true })
    return () => window.removeEventListener('keydown', onKey, { capture: true })
  }, [])

  if ((phase !== 'held' && phase !== 'returning') || !sessionId || !lease) return null
  const copyOut = () =>
    attempt(async () => {
      const { text } = await api.readClipboard(sessionId, lease)
      if (await copyText(text)) tell(t('takeover.copiedOut'), { tone: 'ok' })
      else tell(t('common.copyFailed'), { tone: 'danger' })
    })
  const pasteIn = () =>
    attempt(async () => {
      const text = await navigator.clipboard.readText()
      await api.writeClipboard(sessionId, lease, text)
      pressRemote([keysyms.Control, 0x76])
    })
  return (
    <div
      role="toolbar"
      aria-label={t('takeover.title')}
      className="flex flex-wrap items-center gap-2 border-signal-line border-b bg-signal-soft px-3 py-2"
      data-testid="control-bar"
    >
      <span className="font-semibold text-signal text-sm">{t('takeover.yours')}</span>
      {since !== undefined && (
        <span className="text-signal text-xs tabular-nums">{duration(Math.max(0, now - since))}</span>
      )}
      <span className="flex-1" />
      <Menu
        trigger={
          <Button small icon={<Keyboard className="size-3.5" />}>
            {t('takeover.keys')}
          </Button>
        }
      >
        {specials.map((special) => (
          <MenuItem key={special.label} onSelect={() => pressRemote(special.keys)}>
            {special.label}
          </MenuItem>
        ))}
      </Menu>
      {/* Reading the person's clipboard needs a secure origin; on plain http "type text" does the same. */}
      {window.isSecureContext && (
        <Button small icon={<ClipboardPaste className="size-3.5" />} onClick={pasteIn}>
          {t('takeover.paste')}
        </Button>
      )}
      <Button small icon={<ClipboardCopy className="size-3.5" />} onClick={copyOut}>
        {t('takeover.copy')}
      </Button>
      <Button
        ref={back}
        small
        look="signal"
        icon={<Undo2 className="size-3.5" />}
        busy={phase === 'returning'}
        title={t('takeover.exitKey')}
        onClick={() => setHanding(true)}
        data-testid="return-control"
      >
        {t('takeover.return')}
      </Button>
      <TypeText sessionId={sessionId} lease={lease} />
      <HandBackDialog open={handing} onOpenChange={setHanding} />
    </div>
  )
}
