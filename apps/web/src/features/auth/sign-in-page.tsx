import { useTranslation } from 'react-i18next'
import { loadAccount } from '../../lib/account-store.ts'
import { CardPage } from './card-page.tsx'
import { SignInForm } from './sign-in-form.tsx'

export default function SignInPage() {
  const { t } = useTranslation()
  return (
    <CardPage title={t('auth.signInTitle')}>
      <SignInForm onDone={loadAccount} />
    </CardPage>
  )
}
