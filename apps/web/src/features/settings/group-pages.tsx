import { useTranslation } from 'react-i18next'
import { SaveBar } from './save-bar.tsx'
import { Section } from './section.tsx'
import { SettingField } from './setting-field.tsx'
import { useSettingsForm } from './use-settings-form.ts'

/** All keys of one group of the configuration, with the words the server has for them. */
function GroupPage({ group }: { group: 'agent' | 'search' | 'sandbox' }) {
  const { t } = useTranslation()
  const form = useSettingsForm()
  const keys = form.settings?.settings.filter((one) => one.group === group) ?? []
  return (
    <Section title={t(`settings.group.${group}`)} text={t(`settings.groupText.${group}`)}>
      {keys.map(({ key }) => (
        <SettingField key={key} form={form} name={key} />
      ))}
      {!keys.length && <p className="text-ink-3 text-sm">{t('settings.noKeys')}</p>}
      <SaveBar form={form} />
    </Section>
  )
}

export const AgentPage = () => <GroupPage group="agent" />
export const SearchPage = () => <GroupPage group="search" />
export const SandboxPage = () => <GroupPage group="sandbox" />
