import { LogOut, Trash2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Banner } from '../../components/banner.tsx'
import { Button, IconButton } from '../../components/button.tsx'
import { loadAccount, useAccount } from '../../lib/account-store.ts'
import { api } from '../../lib/api.ts'
import { attempt } from '../../lib/commands.ts'
import { when } from '../../lib/format.ts'
import { useAsk } from '../../lib/use-ask.ts'
import { Section } from './section.tsx'
import { TokenSection } from './token-section.tsx'

export function AccountPage() {
  const { t } = useTranslation()
  const me = useAccount((account) => account.me)
  const signOut = () => attempt(api.signOut).then(loadAccount)
  return (
    <>
      <Section title={me?.user?.username ?? ''} text={me?.user && t(`role.${me.user.role}`)}>
        {me?.auth === 'password' && (
          <div>
            <Button icon={<LogOut className="size-4" />} onClick={signOut}>
              {t('auth.signOut')}
            </Button>
          </div>
        )}
      </Section>
      <TokenSection />
      {me?.auth === 'password' && <SignIns />}
    </>
  )
}

function SignIns() {
  const { t, i18n } = useTranslation()
  const asked = useAsk('sign-ins', api.signIns)
  return (
    <Section title={t('account.signIns')} text={t('account.signInsText')}>
      {asked.phase === 'failed' && <Banner tone="danger">{asked.error.message}</Banner>}
      <ul className="divide-y divide-line">
        {asked.value?.map((one) => (
          <li key={one.id} className="flex items-center gap-3 py-2 text-sm">
            <span className="min-w-0 flex-1">
              <span className="block truncate">{one.userAgent ?? t('account.unknownBrowser')}</span>
              <span className="text-ink-3 text-xs">
                {one.current
                  ? t('account.thisOne')
                  : t('account.lastSeen', { when: when(one.lastSeenAt, i18n.language, Date.now()) })}
              </span>
            </span>
            {!one.current && (
              <IconButton
                label={t('account.endSignIn')}
                onClick={() => attempt(() => api.endSignIn(one.id)).then(asked.again)}
              >
                <Trash2 className="size-4" />
              </IconButton>
            )}
          </li>
        ))}
      </ul>
    </Section>
  )
}
