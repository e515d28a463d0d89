import { useTranslation } from 'react-i18next'
import { Banner } from '../../components/banner.tsx'
import { CopyButton } from '../../components/copy-button.tsx'
import { api } from '../../lib/api.ts'
import { apiUrl } from '../../lib/place.ts'
import { useAsk } from '../../lib/use-ask.ts'
import { Section } from './section.tsx'

/** Versions and health, ready to be pasted into a report. */
export function AboutPage() {
  const { t } = useTranslation()
  const asked = useAsk('health', api.health)
  const health = asked.value
  const facts: [string, string][] = health
    ? [
        [t('about.version'), health.version],
        [
          t('about.docker'),
          health.docker.ok
            ? (health.docker.version ?? t('about.yes'))
            : (health.docker.error ?? t('about.no')),
        ],
        [
          t('about.image'),
          health.sandboxImage.present
            ? t('about.yes')
            : health.sandboxImage.building
              ? t('about.building')
              : t('about.no'),
        ],
        [t('about.model'), health.model.configured ? t('about.yes') : t('about.no')],
        [t('about.browser'), navigator.userAgent],
        [t('about.secure'), window.isSecureContext ? t('about.yes') : t('about.no')],
      ]
    : []
  return (
    <Section title="Deskhand" text={t('about.text')}>
      {asked.phase === 'failed' && <Banner tone="danger">{asked.error.message}</Banner>}
      <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-1.5 text-sm">
        {facts.map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-ink-3">{name}</dt>
            <dd className="break-words">{value}</dd>
          </div>
        ))}
      </dl>
      {health && (
        <p className="flex items-center gap-1 text-sm">
          {t('about.copy')} <CopyButton text={facts.map(([name, value]) => `${name}: ${value}`).join('\n')} />
        </p>
      )}
      <p className="text-sm">
        <a
          className="text-accent underline underline-offset-2"
          href={apiUrl('docs')}
          target="_blank"
          rel="noopener"
        >
          {t('about.api')}
        </a>
      </p>
      <p className="text-ink-3 text-xs">{t('about.notices')}</p>
    </Section>
  )
}
