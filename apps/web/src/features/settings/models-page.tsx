import { FlaskConical } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Banner } from '../../components/banner.tsx'
import { ModelTest } from './model-test.tsx'
import { PriceSection } from './price-section.tsx'
import { ProfileSection } from './profile-section.tsx'
import { SaveBar } from './save-bar.tsx'
import { Section } from './section.tsx'
import { SettingField } from './setting-field.tsx'
import { type SettingsForm, useSettingsForm } from './use-settings-form.ts'

const OWN = new Set(['API_BASE', 'API_KEY', 'MODEL_NAME'])

/** Which models do the work, tried before they are saved. */
export function ModelsPage() {
  const { t } = useTranslation()
  const form = useSettingsForm()
  if (!form.settings) return <p className="text-ink-3 text-sm">{t('settings.noKeys')}</p>
  return (
    <>
      {form.settings.demo && (
        <Banner tone="signal" icon={<FlaskConical />} className="mb-5">
          {t('demo.banner')} {t('demo.until')}
        </Banner>
      )}
      <Section title={t('models.executor')} text={t('models.executorText')}>
        <SettingField
          form={form}
          name="API_BASE"
          label={t('models.base')}
          placeholder="https://api.openai.com/v1"
        />
        <SettingField form={form} name="API_KEY" label={t('models.key')} />
        <SettingField form={form} name="MODEL_NAME" label={t('models.name')} />
        <ModelTest form={form} modelRole="executor" keys={['API_BASE', 'API_KEY', 'MODEL_NAME']} />
        <SaveBar form={form} />
      </Section>
      <RoleSection
        form={form}
        modelRole="planner"
        keys={['PLANNER_API_BASE', 'PLANNER_API_KEY', 'PLANNER_MODEL']}
      />
      <RoleSection
        form={form}
        modelRole="vision"
        keys={['VISION_API_BASE', 'VISION_API_KEY', 'VISION_MODEL']}
      />
      <ProfileSection />
      <PriceSection />
      <More form={form} />
    </>
  )
}

interface RoleProps {
  form: SettingsForm
  modelRole: 'planner' | 'vision'
  keys: [base: string, key: string, model: string]
}

function RoleSection({ form, modelRole, keys }: RoleProps) {
  const { t } = useTranslation()
  const [base, key, model] = keys
  return (
    <Section title={t(`models.${modelRole}`)} text={t(`models.${modelRole}Text`)}>
      <SettingField
        form={form}
        name={model}
        label={t('models.name')}
        placeholder={form.textOf('MODEL_NAME')}
      />
      <details className="text-sm">
        <summary className="text-ink-2">{t('models.otherServer')}</summary>
        <div className="mt-3 flex flex-col gap-4">
          <SettingField
            form={form}
            name={base}
            label={t('models.base')}
            placeholder={form.textOf('API_BASE')}
          />
          <SettingField form={form} name={key} label={t('models.key')} />
        </div>
      </details>
      {form.textOf(model) && <ModelTest form={form} modelRole={modelRole} keys={keys} />}
      <SaveBar form={form} />
    </Section>
  )
}

function More({ form }: { form: SettingsForm }) {
  const { t } = useTranslation()
  const keys = form.settings?.settings.filter(
    ({ key, group }) => group === 'model' && !OWN.has(key) && !/^(?:PLANNER|VISION)_/.test(key),
  )
  if (!keys?.length) return null
  return (
    <Section title={t('models.more')} text={t('models.moreText')}>
      {keys.map(({ key }) => (
        <SettingField key={key} form={form} name={key} />
      ))}
      <SaveBar form={form} />
    </Section>
  )
}
