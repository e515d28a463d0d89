import type { FileEntry } from '@deskhand/protocol/sandbox'
import { Archive, Eye, EyeOff, FolderOpen, RefreshCw, Upload } from 'lucide-react'
import { type DragEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Banner } from '../../components/banner.tsx'
import { Button, IconButton } from '../../components/button.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { Spinner } from '../../components/spinner.tsx'
import { api } from '../../lib/api.ts'
import { apiUrl } from '../../lib/place.ts'
import { useSession, useSessionState } from '../../lib/session-store.ts'
import { useAsk } from '../../lib/use-ask.ts'
import { ArtifactList } from './artifact-list.tsx'
import { FileRow } from './file-row.tsx'
import { FolderPath } from './folder-path.tsx'
import { UploadBar } from './upload-bar.tsx'

const ROOT = '/workspace'

/** The session's files: what the agent handed over, and the workspace itself. */
export function FilesView() {
  const { t } = useTranslation()
  const sessionId = useSessionState((state) => state.id)
  const made = useSession((view) => view.sandbox.state !== 'none')
  const [opened, setOpened] = useState(false)
  if (!sessionId) return null
  return (
    <div className="flex h-full min-h-0 flex-col overflow-y-auto bg-surface" data-testid="files">
      <ArtifactList sessionId={sessionId} />
      {made || opened ? (
        <Workspace sessionId={sessionId} />
      ) : (
        <EmptyState icon={<FolderOpen />} title={t('files.none')} text={t('files.noneText')}>
          <Button onClick={() => setOpened(true)}>{t('files.open')}</Button>
        </EmptyState>
      )}
    </div>
  )
}

function Workspace({ sessionId }: { sessionId: string }) {
  const { t } = useTranslation()
  const [path, setPath] = useState(ROOT)
  const [hidden, setHidden] = useState(false)
  const [sending, setSending] = useState<readonly File[]>()
  const [over, setOver] = useState(false)
  const picker = useRef<HTMLInputElement>(null)
  const asked = useAsk(`${sessionId} ${path} ${hidden}`, () => api.files(sessionId, path, hidden))
  useReadAgainAfterWork(asked.again)

  const onDrop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    if (event.dataTransfer.files.length) setSending([...event.dataTransfer.files])
  }
  return (
    <section
      aria-label={t('files.title')}
      className={over ? 'bg-accent-soft' : ''}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={onDrop}
    >
      <div className="sticky top-0 z-[1] flex min-h-11 items-center gap-1 border-line border-b bg-surface px-3">
        <FolderPath path={path} onOpen={setPath} />
        <IconButton
          label={hidden ? t('files.hideHidden') : t('files.showHidden')}
          onClick={() => setHidden(!hidden)}
        >
          {hidden ? <EyeOff className="size-4" /> : <Eye className="size-4" />}
        </IconButton>
        <IconButton label={t('files.again')} onClick={asked.again}>
          {asked.phase === 'waiting' ? <Spinner /> : <RefreshCw className="size-4" />}
        </IconButton>
        <IconButton label={t('files.upload')} onClick={() => picker.current?.click()}>
          <Upload className="size-4" />
        </IconButton>
        <a
          href={apiUrl(api.archiveUrl(sessionId, path))}
          download=""
          aria-label={t('files.zip')}
          title={t('files.zip')}
          className="grid size-8 place-items-center rounded-lg text-ink-2 hover:bg-sunken pointer-coarse:size-11"
        >
          <Archive className="size-4" />
        </a>
        <input
          ref={picker}
          type="file"
          multiple
          hidden
          data-testid="files-picker"
          onChange={(event) => {
            if (event.target.files?.length) setSending([...event.target.files])
            event.target.value = ''
          }}
        />
      </div>
      {sending && (
        <UploadBar
          key={sending.map((file) => file.name).join()}
          path={api.uploadPath(sessionId, path)}
          files={sending}
          onDone={() => {
            setSending(undefined)
            asked.again()
          }}
        />
      )}
      {asked.phase === 'failed' && (
        <Banner
          tone="danger"
          className="m-3"
          actions={
            <Button small onClick={asked.again}>
              {t('common.retry')}
            </Button>
          }
        >
          {asked.error.message} {asked.error.hint}
        </Banner>
      )}
      <Entries sessionId={sessionId} entries={asked.value?.entries} onOpen={setPath} />
    </section>
  )
}

interface EntriesProps {
  sessionId: string
  entries: FileEntry[] | undefined
  onOpen(path: string): void
}

function Entries({ sessionId, entries, onOpen }: EntriesProps) {
  const { t } = useTranslation()
  if (!entries) return null
  if (!entries.length) return <EmptyState icon={<FolderOpen />} title={t('files.empty')} />
  const sorted = entries.toSorted(
    (a, b) => Number(b.type === 'dir') - Number(a.type === 'dir') || a.name.localeCompare(b.name),
  )
  return (
    <ul className="divide-y divide-line/60">
      {sorted.map((entry) => (
        <FileRow key={entry.path} sessionId={sessionId} entry={entry} onOpen={onOpen} />
      ))}
    </ul>
  )
}

/** Files change when a call ends; one look a moment after the last of a burst is enough. */
function useReadAgainAfterWork(again: () => void): void {
  const ended = useSession((view) => {
    const last = view.toolOrder.at(-1)
    return last && view.tools.get(last)?.end ? last : undefined
  })
  useEffect(() => {
    if (!ended) return
    const timer = setTimeout(again, 600)
    return () => clearTimeout(timer)
  }, [ended, again])
}
