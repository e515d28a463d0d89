import { useEffect, useRef } from 'react'
import { type ShortcutId, shortcutOf } from '../lib/shortcuts.ts'

const isWriting = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName) ||
    target.tagName === 'CANVAS')

/** Binds shortcuts while the component stands. An action that answers false leaves the key to the browser. */
export function useShortcuts(actions: Partial<Record<ShortcutId, () => unknown>>): void {
  const latest = useRef(actions)
  latest.current = actions
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented) return
      const id = shortcutOf(event, isWriting(event.target))
      const action = id && latest.current[id]
      if (action && action() !== false) event.preventDefault()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [])
}
