import { useCallback, useEffect, useRef, useState } from 'react'
import { ApiError } from './request.ts'

export type Asked<T> =
  | { phase: 'waiting'; value?: T }
  | { phase: 'there'; value: T }
  | { phase: 'failed'; error: ApiError; value?: T }

/** The answer of a GET, asked again by `again()` or when `key` changes; keeps the last value while asking. */
export function useAsk<T>(key: string, ask: () => Promise<T>): Asked<T> & { again(): void } {
  const [asked, setAsked] = useState<Asked<T>>({ phase: 'waiting' })
  const latest = useRef({ key: '', round: 0, ask })
  latest.current.ask = ask

  const again = useCallback(() => {
    const round = ++latest.current.round
    const isLast = () => latest.current.round === round
    setAsked((before) => ({ phase: 'waiting', value: before.value }))
    latest.current.ask().then(
      (value) => isLast() && setAsked({ phase: 'there', value }),
      (error: unknown) => {
        const refused = error instanceof ApiError ? error : new ApiError(0, 'PAGE_BUG', String(error))
        if (isLast()) setAsked((before) => ({ phase: 'failed', error: refused, value: before.value }))
      },
    )
  }, [])

  useEffect(() => {
    if (latest.current.key !== key) setAsked({ phase: 'waiting' })
    latest.current.key = key
    again()
  }, [key, again])

  return { ...asked, again }
}
