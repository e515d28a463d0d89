import { useCallback, useEffect, useState } from 'react'

const keyOf = (place: string) => `deskhand.draft.${place}`

/** Half a sentence that survives a reload and a look at another session. */
export function useDraft(place: string): [string, (text: string) => void] {
  const [draft, setDraft] = useState(() => sessionStorage.getItem(keyOf(place)) ?? '')
  useEffect(() => setDraft(sessionStorage.getItem(keyOf(place)) ?? ''), [place])
  const put = useCallback(
    (text: string) => {
      setDraft(text)
      if (text) sessionStorage.setItem(keyOf(place), text)
      else sessionStorage.removeItem(keyOf(place))
    },
    [place],
  )
  return [draft, put]
}
