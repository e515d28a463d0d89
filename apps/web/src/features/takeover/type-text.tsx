import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../components/button.tsx'
import { inputLook } from '../../components/field.tsx'
import { api } from '../../lib/api.ts'
import { attempt } from '../../lib/commands.ts'

/** Text of any script into what has focus over there: an input method's words do not survive a remote keyboard. */
export function TypeText({ sessionId, lease }: { sessionId: string; lease: string }) {
  const { t } = useTranslation()
  const [text, setText] = useState('')
  const [busy, setBusy] = useState(false)
  const send = async (event: FormEvent) => {
    event.preventDefault()
    if (!text) return
    setBusy(true)
    if (await attempt(() => api.type(sessionId, lease, text))) setText('')
    setBusy(false)
  }
  return (
    <form onSubmit={send} className="flex basis-full gap-1.5">
      <input
        value={text}
        onChange={(event) => setText(event.target.value)}
        placeholder={t('takeover.type')}
        aria-label={t('takeover.type')}
        className={`${inputLook} min-h-7 py-1!`}
      />
      <Button small type="submit" busy={busy} disabled={!text}>
        {t('takeover.typeSend')}
      </Button>
    </form>
  )
}
