import type { ModelProfileBody } from '@deskhand/protocol/http'
import { RotateCcw } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Banner } from '../../components/banner.tsx'
import { IconButton } from '../../components/button.tsx'
import { useAccount } from '../../lib/account-store.ts'
import { api } from '../../lib/api.ts'
import { attempt } from '../../lib/commands.ts'
import { count } from '../../lib/format.ts'
import { useAsk } from '../../lib/use-ask.ts'
import { Section } from './section.tsx'

/** How each model server wants to be spoken to, as far as it is known. */
export function ProfileSection() {
  const { t } = useTranslation()
  const asked = useAsk('profiles', api.profiles)
  const isAdmin = useAccount((account) => account.me?.user?.role === 'admin')
  return (
    <Section title={t('profile.title')} text={t('profile.text')}>
      {asked.phase === 'failed' && <Banner tone="danger">{asked.error.message}</Banner>}
      {asked.value?.length === 0 && <p className="text-ink-3 text-sm">{t('profile.none')}</p>}
      <ul className="flex flex-col gap-3">
        {asked.value?.map((profile) => (
          <ProfileCard
            key={profile.key}
            profile={profile}
            onReset={
              isAdmin && profile.learned.length > 0
                ? () => attempt(() => api.resetProfile(profile.key)).then(asked.again)
                : undefined
            }
          />
        ))}
      </ul>
    </Section>
  )
}

function ProfileCard({ profile, onReset }: { profile: ModelProfileBody; onReset: (() => void) | undefined }) {
  const { t } = useTranslation()
  const facts: [string, string][] = [
    [t('profile.preset'), profile.preset],
    [t('profile.window'), t('usage.tokens', { n: count(profile.contextWindow) })],
    [
      t('profile.images'),
      profile.images ? t('profile.imagesUpTo', { n: profile.maxImages }) : t('profile.noImages'),
    ],
    [t('profile.tools'), t(profile.tools === 'native' ? 'profile.native' : 'profile.asText')],
    [
      t('profile.adjusted'),
      profile.learned.map(({ name, value }) => `${name} = ${value}`).join(', ') ||
        t('profile.nothingAdjusted'),
    ],
  ]
  return (
    <li className="rounded-xl border border-line bg-paper p-3.5 text-sm" data-testid="profile">
      <div className="mb-2 flex items-start gap-3">
        <div className="min-w-0 flex-1">
          <h3 className="break-words font-medium">{profile.model}</h3>
          <p className="break-all text-ink-3 text-xs">
            {profile.baseUrl}
            {profile.roles.length > 0 &&
              ` · ${t('profile.usedAs', { role: profile.roles.map((role) => t(`modelRole.${role}`)).join(', ') })}`}
          </p>
        </div>
        {onReset && (
          <IconButton label={t('profile.reset', { model: profile.model })} onClick={onReset}>
            <RotateCcw className="size-4" />
          </IconButton>
        )}
      </div>
      <dl className="grid grid-cols-[auto_1fr] gap-x-5 gap-y-1 text-[0.8125rem]">
        {facts.map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-ink-3">{name}</dt>
            <dd className="break-words">{value}</dd>
          </div>
        ))}
      </dl>
    </li>
  )
}
