import type { PostMessage } from '@deskhand/protocol/http'
import i18next from 'i18next'
import { ApiError, api } from './api.ts'
import { tell } from './toast.ts'

/** Shows a refusal in words; for actions whose effect is seen elsewhere. */
export function tellError(error: unknown): void {
  if (error instanceof ApiError) tell(error.message, { tone: 'danger', more: error.hint })
  else throw error
}

/** Runs an action and tells when it was refused. Answers whether it went well. */
export async function attempt(action: () => Promise<unknown>): Promise<boolean> {
  try {
    await action()
    return true
  } catch (error) {
    tellError(error)
    return false
  }
}

export const say = (sessionId: string, message: PostMessage) => attempt(() => api.post(sessionId, message))

/** Time zone and language of the person's browser: the sandbox gets the same. */
export const surroundings = () => ({
  timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  language: i18next.language === 'zh-CN' ? 'zh-CN' : navigator.language,
})
