import type { ErrorBody } from '@deskhand/protocol/http'
import { apiUrl } from './place.ts'

/** A refusal or a failure to reach the server. `message` can be shown as it is. */
export class ApiError extends Error {
  readonly status: number
  readonly code: string
  readonly hint: string | undefined
  constructor(status: number, code: string, message: string, hint?: string) {
    super(message)
    this.name = 'ApiError'
    this.status = status
    this.code = code
    this.hint = hint
  }
}

let onSignedOut = (): void => {}
/** Called whenever an answer says that nobody is signed in. */
export const whenSignedOut = (call: () => void): void => {
  onSignedOut = call
}

/** One JSON request. Status 0 and code OFFLINE mean that no answer came at all. */
export async function request<T>(method: string, path: string, body?: unknown): Promise<T> {
  const init: RequestInit = { method, credentials: 'same-origin' }
  if (body !== undefined) {
    init.headers = { 'content-type': 'application/json' }
    init.body = JSON.stringify(body)
  }
  const response = await fetch(apiUrl(path), init).catch((cause: unknown) => {
    throw new ApiError(
      0,
      'OFFLINE',
      'The server does not answer.',
      cause instanceof Error ? cause.message : '',
    )
  })
  if (!response.ok) throw await refusal(response)
  const text = await response.text()
  return (text ? JSON.parse(text) : undefined) as T
}

export async function refusal(response: Response): Promise<ApiError> {
  const text = await response.text().catch(() => '')
  const error = readRefusal(response.status, text)
  // A wrong password is a 401 too, but then nobody was signed in before.
  if (response.status === 401 && !response.url.includes('/api/auth/')) onSignedOut()
  return error
}

export function readRefusal(status: number, text: string): ApiError {
  try {
    const { error } = JSON.parse(text) as ErrorBody
    return new ApiError(status, error.code, error.message, error.hint)
  } catch {
    // Not ours: a reverse proxy's page, most likely.
    return new ApiError(status, `HTTP_${status}`, `The server answered ${status}.`)
  }
}
