import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../components/button.tsx'
import { Dialog, DialogButtons } from '../../components/dialog.tsx'
import { Field } from '../../components/field.tsx'
import { returnControl } from '../../lib/control-store.ts'

interface Props {
  open: boolean
  onOpenChange(open: boolean): void
}

/** A word for the agent about what was done, so that it need not guess. */
export function HandBackDialog({ open, onOpenChange }: Props) {
  const { t } = useTranslation()
  const [note, setNote] = useState('')
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    onOpenChange(false)
    await returnControl(note)
    setNote('')
  }
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={t('takeover.return')}
      text={t('takeover.returnText')}
    >
      <form onSubmit={submit}>
        <Field
          label={t('takeover.note')}
          placeholder={t('takeover.notePlaceholder')}
          value={note}
          maxLength={4_000}
          onChange={(event) => setNote(event.target.value)}
        />
        <DialogButtons>
          <Button onClick={() => onOpenChange(false)}>{t('takeover.keep')}</Button>
          <Button look="primary" type="submit">
            {t('takeover.return')}
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  )
}
