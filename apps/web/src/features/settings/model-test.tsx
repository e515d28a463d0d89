import type { ModelTestBody, ModelTestCheck, ModelTestRequest } from '@deskhand/protocol/http'
import { CircleCheck, CircleHelp, CircleX, PlugZap, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Banner } from '../../components/banner.tsx'
import { Button } from '../../components/button.tsx'
import { ApiError, api } from '../../lib/api.ts'
import type { SettingsForm } from './use-settings-form.ts'

const signs: Record<ModelTestCheck['verdict'], { Icon: typeof CircleCheck; tone: string }> = {
  yes: { Icon: CircleCheck, tone: 'text-ok' },
  partly: { Icon: TriangleAlert, tone: 'text-signal' },
  no: { Icon: CircleX, tone: 'text-danger' },
  unknown: { Icon: CircleHelp, tone: 'text-ink-3' },
}

interface Props {
  form: SettingsForm
  modelRole: ModelTestRequest['role']
  keys: [base: string, key: string, model: string]
}

/** Tries the model as it stands in the form, saved or not, and says in plain words what it can do. */
export function ModelTest({ form, modelRole, keys: [base, key, model] }: Props) {
  const { t } = useTranslation()
  const [busy, setBusy] = useState(false)
  const [result, setResult] = useState<ModelTestBody>()
  const [error, setError] = useState<ApiError>()
  const test = async () => {
    setBusy(true)
    setError(undefined)
    setResult(undefined)
    try {
      const given = (name: string) => form.changed[name]?.trim() || undefined
      setResult(
        await api.testModel({
          role: modelRole,
          apiBase: given(base),
          apiKey: given(key),
          model: given(model),
        }),
      )
    } catch (refused) {
      if (!(refused instanceof ApiError)) throw refused
      setError(refused)
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className="flex flex-col gap-3" aria-live="polite">
      <div>
        <Button icon={<PlugZap className="size-4" />} busy={busy} onClick={test}>
          {t('models.test')}
        </Button>
      </div>
      {error && (
        <Banner tone="danger">
          {error.message} {error.hint}
        </Banner>
      )}
      {result && (
        <div className="rounded-xl border border-line bg-paper p-3.5 text-sm" data-testid="model-test">
          <p className="mb-2 font-medium">
            {t(result.ok ? 'models.good' : 'models.bad', { model: result.model, base: result.baseUrl })}
          </p>
          <ul className="flex flex-col gap-1.5">
            {result.checks.map(({ name, verdict, text }) => {
              const { Icon, tone } = signs[verdict]
              return (
                <li key={name} className="flex gap-2.5">
                  <Icon className={`mt-0.5 size-4 shrink-0 ${tone}`} aria-label={t(`verdict.${verdict}`)} />
                  <span>
                    <span className="font-medium">{t(`check.${name}`)}</span>{' '}
                    <span className="text-ink-2">{text}</span>
                  </span>
                </li>
              )
            })}
          </ul>
        </div>
      )}
    </div>
  )
}
