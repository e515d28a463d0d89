import { FitAddon } from '@xterm/addon-fit'
import { Terminal } from '@xterm/xterm'
import '@xterm/xterm/css/xterm.css'
import { type RefObject, useEffect, useRef } from 'react'
import { uiStore } from '../../lib/ui-store.ts'

const SCROLLBACK_LINES = 5_000

/** A terminal in an element, fitted to it. Answers how to take it away. */
export function mountTerminal(box: HTMLElement, readOnly: boolean): { terminal: Terminal; end(): void } {
  const style = getComputedStyle(document.documentElement)
  const terminal = new Terminal({
    disableStdin: readOnly,
    convertEol: readOnly,
    scrollback: SCROLLBACK_LINES,
    fontSize: 13,
    fontFamily: style.getPropertyValue('--font-mono') || 'monospace',
    cursorInactiveStyle: 'none',
    screenReaderMode: uiStore.getState().screenReaderTerminal,
    theme: {
      background: style.getPropertyValue('--screen').trim(),
      foreground: style.getPropertyValue('--on-screen').trim(),
      selectionBackground: '#3a5a52',
      green: '#79d6a0',
      red: '#ff9489',
      yellow: '#f2b265',
      blue: '#7fb4ff',
      cyan: '#62cdb5',
    },
  })
  const fit = new FitAddon()
  terminal.loadAddon(fit)
  terminal.open(box)
  const sizes = new ResizeObserver(() => box.clientWidth > 0 && fit.fit())
  sizes.observe(box)
  return {
    terminal,
    end() {
      sizes.disconnect()
      terminal.dispose()
    },
  }
}

/** A read-only terminal that shows `text`. When it only grew, only what is new is written. */
export function useXterm(text: string): RefObject<HTMLDivElement | null> {
  const box = useRef<HTMLDivElement>(null)
  const held = useRef<{ terminal: Terminal; shown: string } | null>(null)
  useEffect(() => {
    if (!box.current) return
    const { terminal, end } = mountTerminal(box.current, true)
    held.current = { terminal, shown: '' }
    return () => {
      held.current = null
      end()
    }
  }, [])
  useEffect(() => {
    const here = held.current
    if (!here) return
    const grew = text.startsWith(here.shown)
    if (!grew) here.terminal.reset()
    here.terminal.write(grew ? text.slice(here.shown.length) : text)
    here.shown = text
  }, [text])
  return box
}
