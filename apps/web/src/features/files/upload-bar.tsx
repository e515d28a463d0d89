import { useCallback, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../components/button.tsx'
import type { Placed } from '../../lib/api.ts'
import { ApiError } from '../../lib/request.ts'
import { upload } from '../../lib/upload.ts'

interface Props {
  path: string
  files: readonly File[]
  /** all there, or given up */
  onDone(): void
}

/** Files on their way into the workspace: how far, cancel, and try again when it failed. */
export function UploadBar({ path, files, onDone }: Props) {
  const { t } = useTranslation()
  const [progress, setProgress] = useState(0)
  const [error, setError] = useState<string>()
  const abort = useRef<AbortController | null>(null)

  const send = useCallback(async () => {
    const mine = new AbortController()
    abort.current = mine
    setError(undefined)
    try {
      await upload<Placed[]>(path, files, { onProgress: setProgress, signal: mine.signal })
      onDone()
    } catch (refused) {
      if (!mine.signal.aborted) setError(refused instanceof ApiError ? refused.message : String(refused))
    }
  }, [path, files, onDone])

  // Sent once per set of files; the parent gives another set another key.
  const begun = useRef(false)
  useEffect(() => {
    if (begun.current) return
    begun.current = true
    void send()
  }, [send])

  const names = files.map((file) => file.name).join(', ')
  return (
    <div
      role="status"
      className="flex flex-wrap items-center gap-2 border-line border-b bg-sunken px-3 py-2 text-[0.8125rem]"
    >
      <span className="min-w-0 flex-1 truncate">{error ?? t('files.uploading', { names })}</span>
      {error ? (
        <Button small onClick={send}>
          {t('common.retry')}
        </Button>
      ) : (
        <progress value={progress} max={1} aria-label={names} className="h-1.5 w-28 accent-[var(--accent)]" />
      )}
      <Button
        small
        look="ghost"
        onClick={() => {
          abort.current?.abort()
          onDone()
        }}
      >
        {t('common.cancel')}
      </Button>
    </div>
  )
}
