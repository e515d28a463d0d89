import { apiUrl } from './place.ts'
import { ApiError, readRefusal } from './request.ts'

export interface UploadOptions {
  onProgress(share: number): void
  signal: AbortSignal
}

/**
 * Sends files as multipart and answers the server's JSON. XMLHttpRequest, because fetch tells no upload progress.
 * Throws ApiError; code ABORTED after `signal`.
 */
export function upload<T>(
  path: string,
  files: readonly File[],
  { onProgress, signal }: UploadOptions,
): Promise<T> {
  const form = new FormData()
  for (const file of files) form.append('file', file, file.name)
  const xhr = new XMLHttpRequest()
  return new Promise((resolve, reject) => {
    const abort = () => xhr.abort()
    signal.addEventListener('abort', abort)
    xhr.upload.onprogress = (event) => event.lengthComputable && onProgress(event.loaded / event.total)
    xhr.onload = () => {
      if (xhr.status >= 200 && xhr.status < 300) resolve(JSON.parse(xhr.responseText) as T)
      else reject(readRefusal(xhr.status, xhr.responseText))
    }
    xhr.onerror = () => reject(new ApiError(0, 'OFFLINE', 'The server does not answer.'))
    xhr.onabort = () => reject(new ApiError(0, 'ABORTED', 'The upload was cancelled.'))
    xhr.onloadend = () => signal.removeEventListener('abort', abort)
    xhr.open('POST', apiUrl(path))
    xhr.send(form)
  })
}
