import { PanelLeft } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../components/button.tsx'
import { useShell } from './shell-context.ts'

/** The way back to the side bar where it is folded away. */
export function OpenSideButton() {
  const { t } = useTranslation()
  const { sideShown, openSide } = useShell()
  if (sideShown) return null
  return (
    <IconButton label={t('side.open')} onClick={openSide}>
      <PanelLeft className="size-4.5" />
    </IconButton>
  )
}
