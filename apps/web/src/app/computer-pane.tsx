import { X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../components/button.tsx'
import { Computer } from '../features/computer/computer.tsx'
import { FilesView } from '../features/files/files-view.tsx'
import { ControlBar } from '../features/takeover/control-bar.tsx'
import { TakeButton } from '../features/takeover/take-button.tsx'
import { setUi } from '../lib/ui-store.ts'
import { SandboxMenu } from './sandbox-menu.tsx'

/** The computer with what other features put on it. */
export function ComputerPane({ withFiles }: { withFiles: boolean }) {
  const { t } = useTranslation()
  return (
    <Computer
      withFiles={withFiles}
      files={<FilesView />}
      controlBar={<ControlBar />}
      actions={
        <>
          <TakeButton />
          <SandboxMenu />
          {withFiles && (
            <IconButton label={t('computer.close')} onClick={() => setUi({ panelOpen: false })}>
              <X className="size-4" />
            </IconButton>
          )}
        </>
      }
    />
  )
}
