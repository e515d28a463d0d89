import { CircleAlert, Hourglass } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import { Banner } from '../components/banner.tsx'
import { Button } from '../components/button.tsx'
import { useAccount } from '../lib/account-store.ts'
import { api } from '../lib/api.ts'
import { useAsk } from '../lib/use-ask.ts'

/** What still stands between the person and a task: no engine, no image, no model. Nothing when all is well. */
export function SetUpChecks() {
  const { t } = useTranslation()
  const asked = useAsk('health', api.health)
  const demo = useAccount((account) => account.demo?.demo)
  const health = asked.value
  if (!health) return null
  const again = (
    <Button small onClick={asked.again}>
      {t('home.checkAgain')}
    </Button>
  )
  return (
    <div className="flex flex-col gap-2 empty:hidden [&>*:last-child]:mb-4">
      {!health.docker.ok && (
        <Banner tone="danger" icon={<CircleAlert />} actions={again}>
          <strong className="font-semibold">{t('home.noDocker')}</strong> {health.docker.error}
        </Banner>
      )}
      {health.docker.ok && !health.sandboxImage.present && (
        <Banner tone="signal" icon={<Hourglass />} actions={again}>
          {t(health.sandboxImage.building ? 'home.imageBuilding' : 'home.noImage')}
        </Banner>
      )}
      {!health.model.configured && demo === false && (
        <Banner tone="signal" icon={<CircleAlert />}>
          {t('home.noModel')}{' '}
          <Link href="/settings/models" className="font-medium underline underline-offset-2">
            {t('demo.open')}
          </Link>
        </Banner>
      )}
    </div>
  )
}
