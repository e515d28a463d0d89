import { useEffect, useState } from 'react'

/** ms since 1970, anew every `every` ms while `on`: for what counts up in front of the person. */
export function useNow(every: number, on = true): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    if (!on) return
    const timer = setInterval(() => setNow(Date.now()), every)
    return () => clearInterval(timer)
  }, [every, on])
  return now
}
