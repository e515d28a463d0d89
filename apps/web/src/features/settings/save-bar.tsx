import { useTranslation } from 'react-i18next'
import { Banner } from '../../components/banner.tsx'
import { Button } from '../../components/button.tsx'
import { tell } from '../../lib/toast.ts'
import type { SettingsForm } from './use-settings-form.ts'

export function SaveBar({ form }: { form: SettingsForm }) {
  const { t } = useTranslation()
  const save = async () => {
    if (await form.save()) tell(t('settings.saved'), { tone: 'ok' })
  }
  return (
    <div className="flex flex-col gap-3">
      {form.error && (
        <Banner tone="danger" role="alert">
          {form.error.message} {form.error.hint}
        </Banner>
      )}
      <div className="flex justify-end">
        <Button look="primary" busy={form.saving} disabled={!form.dirty} onClick={save}>
          {t('settings.save')}
        </Button>
      </div>
    </div>
  )
}
