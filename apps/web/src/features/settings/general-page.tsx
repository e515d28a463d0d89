import { useTranslation } from 'react-i18next'
import { Button } from '../../components/button.tsx'
import { Choice, SwitchRow } from '../../components/field.tsx'
import { canNotify, chime, showNotification } from '../../lib/notify.ts'
import { tell } from '../../lib/toast.ts'
import { type Language, type Quality, setUi, type Theme, type Ui, useUi } from '../../lib/ui-store.ts'
import { Section } from './section.tsx'
import { ShortcutList } from './shortcut-list.tsx'

export function GeneralPage() {
  return (
    <>
      <Looks />
      <Working />
      <Notifications />
      <ShortcutList />
    </>
  )
}

function Looks() {
  const { t } = useTranslation()
  const ui = useUi((all) => all)
  return (
    <Section title={t('settings.looks')}>
      <Choice
        label={t('settings.language')}
        value={ui.language}
        choices={[
          { value: 'en', label: 'English' },
          { value: 'zh-CN', label: '简体中文' },
        ]}
        onChoose={(value) => setUi({ language: value as Language })}
      />
      <Choice
        label={t('settings.theme')}
        value={ui.theme}
        choices={(['system', 'light', 'dark'] as const).map((value) => ({
          value,
          label: t(`theme.${value}`),
        }))}
        onChoose={(value) => setUi({ theme: value as Theme })}
      />
      <Choice
        label={t('settings.textSize')}
        value={String(ui.fontScale)}
        choices={['0.9', '1', '1.125', '1.25'].map((value) => ({ value, label: `${Number(value) * 100} %` }))}
        onChoose={(value) => setUi({ fontScale: Number(value) })}
      />
      <SwitchRow
        label={t('settings.reduceMotion')}
        hint={t('settings.reduceMotionHint')}
        checked={ui.reduceMotion}
        onChange={(reduceMotion) => setUi({ reduceMotion })}
      />
    </Section>
  )
}

function Working() {
  const { t } = useTranslation()
  const ui = useUi((all) => all)
  return (
    <Section title={t('settings.working')}>
      <Choice
        label={t('settings.sendKey')}
        hint={t('settings.sendKeyHint')}
        value={ui.sendKey}
        choices={[
          { value: 'enter', label: 'Enter' },
          { value: 'mod-enter', label: 'Ctrl+Enter / ⌘+Enter' },
        ]}
        onChoose={(value) => setUi({ sendKey: value as Ui['sendKey'] })}
      />
      <SwitchRow
        label={t('settings.panelOpens')}
        checked={ui.panelOpens}
        onChange={(panelOpens) => setUi({ panelOpens })}
      />
      <Choice
        label={t('settings.quality')}
        hint={t('settings.qualityHint')}
        value={ui.quality}
        choices={(['auto', 'low', 'high'] as const).map((value) => ({ value, label: t(`quality.${value}`) }))}
        onChoose={(value) => setUi({ quality: value as Quality })}
      />
      <SwitchRow
        label={t('settings.screenReader')}
        hint={t('settings.screenReaderHint')}
        checked={ui.screenReaderTerminal}
        onChange={(screenReaderTerminal) => setUi({ screenReaderTerminal })}
      />
    </Section>
  )
}

function Notifications() {
  const { t } = useTranslation()
  const { sound, notify } = useUi((ui) => ui)
  const turn = async (on: boolean) => {
    if (on && (await Notification.requestPermission()) !== 'granted') {
      return void tell(t('settings.notifyDenied'), { tone: 'danger' })
    }
    setUi({ notify: on })
  }
  return (
    <Section title={t('settings.notifications')} text={t('settings.notificationsText')}>
      <SwitchRow label={t('settings.sound')} checked={sound} onChange={(on) => setUi({ sound: on })}>
        <Button small onClick={chime}>
          {t('settings.try')}
        </Button>
      </SwitchRow>
      {canNotify() ? (
        <SwitchRow label={t('settings.notify')} checked={notify} onChange={turn}>
          <Button
            small
            disabled={!notify}
            onClick={() => showNotification('Deskhand', t('settings.notifyTest'))}
          >
            {t('settings.try')}
          </Button>
        </SwitchRow>
      ) : (
        <p className="text-[0.8125rem] text-ink-3">{t('settings.notifyInsecure')}</p>
      )}
    </Section>
  )
}
