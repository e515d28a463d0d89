import { useTranslation } from 'react-i18next'
import { Button } from '../../components/button.tsx'
import { Choice, Field } from '../../components/field.tsx'
import { enSettings } from '../../locales/en-settings.ts'
import { zhSettings } from '../../locales/zh-cn-settings.ts'
import type { SettingsForm } from './use-settings-form.ts'

// Only this screen needs them, so they come with it and not with the page's other words.
const en: Record<string, string> = enSettings
const zh: Record<string, string> = zhSettings

interface Props {
  form: SettingsForm
  name: string
  label?: string
  placeholder?: string
  type?: 'text' | 'password' | 'url'
}

/** One key of the configuration; read-only where the environment or the .env file fixes it. */
export function SettingField({ form, name, label, placeholder, type }: Props) {
  const { t, i18n } = useTranslation()
  const setting = form.of(name)
  if (!setting) return null
  const fromOutside = setting.source === 'environment' || setting.source === 'file'
  const kept = setting.secret && setting.set ? '••••••••' : undefined
  // A key of a newer server has only the server's own words.
  const meaning = (i18n.language === 'zh-CN' ? zh : en)[name] ?? setting.help
  const why = setting.atStart
    ? t('settings.atStart')
    : fromOutside && t(`settings.fixed.${setting.source as 'environment' | 'file'}`, { key: name })
  const field = {
    label: label ?? meaning,
    value: form.textOf(name),
    disabled: form.isFixed(name),
    hint: (
      <>
        {label !== undefined && `${meaning} `}
        <code className="font-mono text-[0.75rem]">{name}</code>
        {why && ` · ${why}`}
      </>
    ),
  }
  return (
    <div className="flex items-start gap-2">
      <div className="min-w-0 flex-1">
        {setting.options ? (
          <Choice
            {...field}
            choices={setting.options.map((value) => ({ value, label: t(`option.${value}`, value) }))}
            onChoose={(value) => form.change(name, value)}
          />
        ) : (
          <Field
            {...field}
            type={type ?? (setting.secret ? 'password' : 'text')}
            autoComplete="off"
            spellCheck={false}
            placeholder={kept ?? placeholder}
            onChange={(event) => form.change(name, event.target.value)}
          />
        )}
      </div>
      {setting.source === 'saved' && !form.isFixed(name) && (
        <Button
          small
          look="ghost"
          className="mt-7"
          aria-label={t('settings.resetOf', { key: label ?? name })}
          onClick={() => form.put({ [name]: null })}
        >
          {t('settings.reset')}
        </Button>
      )}
    </div>
  )
}
