import type { FileEntry } from '@deskhand/protocol/sandbox'
import { Archive, Download, File, Folder, Link2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { api } from '../../lib/api.ts'
import { bytes, when } from '../../lib/format.ts'
import { apiUrl } from '../../lib/place.ts'

interface Props {
  sessionId: string
  entry: FileEntry
  onOpen(path: string): void
}

export function FileRow({ sessionId, entry, onOpen }: Props) {
  const { t, i18n } = useTranslation()
  const isFolder = entry.type === 'dir'
  const Icon = isFolder ? Folder : entry.type === 'link' ? Link2 : File
  const url = apiUrl(isFolder ? api.archiveUrl(sessionId, entry.path) : api.fileUrl(sessionId, entry.path))
  const name = 'min-w-0 flex-1 truncate text-left text-[0.875rem]'
  return (
    <li className="flex min-h-10 items-center gap-2.5 px-3 hover:bg-sunken/60" data-file={entry.name}>
      <Icon className={`size-4 shrink-0 ${isFolder ? 'text-accent' : 'text-ink-3'}`} aria-hidden="true" />
      {isFolder ? (
        <button type="button" className={`${name} font-medium`} onClick={() => onOpen(entry.path)}>
          {entry.name}
        </button>
      ) : (
        <span className={name}>{entry.name}</span>
      )}
      <span className="shrink-0 text-ink-3 text-xs tabular-nums max-sm:hidden">
        {when(entry.mtime, i18n.language, Date.now())}
      </span>
      <span className="w-16 shrink-0 text-right text-ink-3 text-xs tabular-nums">
        {isFolder ? '' : bytes(entry.size)}
      </span>
      <a
        href={url}
        download={isFolder ? '' : entry.name}
        aria-label={t(isFolder ? 'files.zipOf' : 'files.downloadOf', { name: entry.name })}
        className="grid size-8 place-items-center rounded-lg text-ink-2 hover:bg-sunken pointer-coarse:size-11"
      >
        {isFolder ? <Archive className="size-4" /> : <Download className="size-4" />}
      </a>
    </li>
  )
}
