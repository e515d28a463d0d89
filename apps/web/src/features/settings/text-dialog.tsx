import { Trash2 } from 'lucide-react'
import { useEffect, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../components/button.tsx'
import { Dialog, DialogButtons } from '../../components/dialog.tsx'
import { Field, inputLook } from '../../components/field.tsx'
import { attempt } from '../../lib/commands.ts'
import { tell } from '../../lib/toast.ts'

/** Where a named text is kept. `id` undefined: it is a new one. */
export interface TextSource {
  /** what a new text begins with */
  start: string
  read(id: string): Promise<string>
  write(id: string | undefined, name: string, text: string): Promise<void>
  drop(id: string): Promise<void>
  /** whether the name can change later */
  renames: boolean
}

interface Props {
  title: string
  id: string | undefined
  name: string
  mayChange: boolean
  source: TextSource
  onClose(changed: boolean): void
}

/** One named text, to be read, changed or deleted. */
export function TextDialog({ title, id, name: given, mayChange, source, onClose }: Props) {
  const { t } = useTranslation()
  const textId = useId()
  const [name, setName] = useState(given)
  const [text, setText] = useState<string | undefined>(id === undefined ? source.start : undefined)
  const [busy, setBusy] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: read once for each text; the source is made anew with each drawing
  useEffect(() => {
    if (id !== undefined) void attempt(async () => setText(await source.read(id)))
  }, [id])

  const act = async (work: () => Promise<void>) => {
    setBusy(true)
    const done = await attempt(work)
    setBusy(false)
    if (done) onClose(true)
    return done
  }
  const drop = async () => {
    if (id !== undefined && (await act(() => source.drop(id)))) tell(t('knowledge.removed', { name: given }))
  }
  const naming = id === undefined || source.renames
  return (
    <Dialog open wide onOpenChange={(open) => !open && onClose(false)} title={title}>
      <div className="flex flex-col gap-4">
        {naming && (
          <Field
            label={t('knowledge.name')}
            value={name}
            maxLength={80}
            onChange={(event) => setName(event.target.value)}
          />
        )}
        <div className="flex flex-col gap-1.5">
          <label htmlFor={textId} className="font-medium text-sm">
            {t('knowledge.body')}
          </label>
          <textarea
            id={textId}
            className={`${inputLook} font-mono text-[0.8125rem] leading-relaxed`}
            rows={14}
            readOnly={!mayChange}
            value={text ?? ''}
            onChange={(event) => setText(event.target.value)}
          />
        </div>
      </div>
      {mayChange && (
        <DialogButtons>
          {id !== undefined && (
            <Button
              look="danger"
              icon={<Trash2 className="size-4" />}
              className="mr-auto"
              disabled={busy}
              onClick={drop}
            >
              {t('knowledge.remove')}
            </Button>
          )}
          <Button
            look="primary"
            busy={busy}
            disabled={text === undefined || !name.trim()}
            onClick={() => act(() => source.write(id, name.trim(), text ?? ''))}
          >
            {t('knowledge.save')}
          </Button>
        </DialogButtons>
      )}
    </Dialog>
  )
}
