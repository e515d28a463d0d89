import { useTranslation } from 'react-i18next'
import { keyNames, shortcuts, timelineKeys } from '../../lib/shortcuts.ts'
import { Section } from './section.tsx'

export function ShortcutList() {
  const { t } = useTranslation()
  return (
    <Section title={t('settings.shortcuts')}>
      <dl className="grid grid-cols-[1fr_auto] gap-x-6 gap-y-2 text-sm">
        {[...shortcuts, ...timelineKeys].map(({ id, keys }) => (
          <div key={id} className="contents">
            <dt className="text-ink-2">{t(`shortcut.${id}`)}</dt>
            <dd>
              <kbd className="rounded-md border border-line bg-sunken px-2 py-0.5 font-sans text-xs">
                {keyNames(keys)}
              </kbd>
            </dd>
          </div>
        ))}
      </dl>
    </Section>
  )
}
