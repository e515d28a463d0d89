import { useTranslation } from 'react-i18next'
import { Dialog } from '../../components/dialog.tsx'
import { loadAccount } from '../../lib/account-store.ts'
import { restartStream } from '../../lib/live.ts'
import { SignInForm } from './sign-in-form.tsx'

/** The sign-in ran out while somebody was here: sign in on top of the page, so that nothing half-written is lost. */
export default function ExpiredDialog() {
  const { t } = useTranslation()
  const done = async () => {
    await loadAccount()
    restartStream()
  }
  return (
    <Dialog open onOpenChange={() => {}} title={t('auth.expired')} text={t('auth.expiredText')}>
      <SignInForm onDone={done} />
    </Dialog>
  )
}
