import type { UploadedFile } from '@deskhand/protocol/http'
import { useCallback, useRef, useState } from 'react'
import { clientId } from '../../lib/client-id.ts'
import { ApiError } from '../../lib/request.ts'
import { upload } from '../../lib/upload.ts'

export interface Attached {
  key: string
  file: File
  phase: 'sending' | 'there' | 'failed'
  /** 0 to 1 */
  progress: number
  fileId?: UploadedFile['fileId']
  error?: string
}

/** Files on their way to the server. Each goes by itself, so that one that fails can be tried again alone. */
export function useAttachments() {
  const [attached, setAttached] = useState<readonly Attached[]>([])
  const aborts = useRef(new Map<string, AbortController>())

  const change = useCallback((key: string, to: Partial<Attached>) => {
    setAttached((all) => all.map((one) => (one.key === key ? { ...one, ...to } : one)))
  }, [])

  const send = useCallback(
    async (key: string, file: File) => {
      const abort = new AbortController()
      aborts.current.set(key, abort)
      change(key, { phase: 'sending', progress: 0, error: undefined })
      try {
        const onProgress = (progress: number) => change(key, { progress })
        const [uploaded] = await upload<UploadedFile[]>('uploads', [file], {
          onProgress,
          signal: abort.signal,
        })
        change(key, { phase: 'there', progress: 1, fileId: uploaded?.fileId })
      } catch (error) {
        change(key, { phase: 'failed', error: error instanceof ApiError ? error.message : String(error) })
      } finally {
        aborts.current.delete(key)
      }
    },
    [change],
  )

  const add = useCallback(
    (files: Iterable<File>) => {
      for (const file of files) {
        const key = clientId()
        setAttached((all) => [...all, { key, file, phase: 'sending', progress: 0 }])
        void send(key, file)
      }
    },
    [send],
  )
  const retry = useCallback(({ key, file }: Attached) => void send(key, file), [send])
  const remove = useCallback((key: string) => {
    aborts.current.get(key)?.abort()
    setAttached((all) => all.filter((one) => one.key !== key))
  }, [])
  const clear = useCallback(() => setAttached([]), [])

  return { attached, add, retry, remove, clear }
}
