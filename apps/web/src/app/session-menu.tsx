import { Ellipsis, FileDown } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../components/button.tsx'
import { Menu, MenuItem } from '../components/menu.tsx'
import { api } from '../lib/api.ts'
import { apiUrl } from '../lib/place.ts'

/** What is rarely done with a session. */
export function SessionMenu({ id }: { id: string }) {
  const { t } = useTranslation()
  return (
    <Menu
      trigger={
        <IconButton label={t('more.menu')} data-testid="session-menu">
          <Ellipsis className="size-4.5" />
        </IconButton>
      }
    >
      <MenuItem icon={<FileDown className="size-4" />} onSelect={() => download(apiUrl(api.traceUrl(id)))}>
        <span className="block">{t('more.trace')}</span>
        <span className="block text-ink-3 text-xs">{t('more.traceText')}</span>
      </MenuItem>
    </Menu>
  )
}

// The server names the file; a link of its own keeps the page where it is.
function download(url: string) {
  const link = document.createElement('a')
  link.href = url
  link.download = ''
  link.click()
}
