import type { Dialog } from 'playwright-core'
import { DialogInTheWay } from './refusal.ts'
import type { Tab } from './tab.ts'

const undecidedMs = 60_000

/**
 * What happens to the dialogs of a tab: alerts and beforeunload are accepted and told; confirm and prompt stay open
 * for the model, at most a minute. While a person has control all of them are the person's.
 */
export class Dialogs {
  readonly #news: (text: string) => void
  readonly #now: () => number
  readonly #timers = new Map<Dialog, NodeJS.Timeout>()
  person = false

  constructor(news: (text: string) => void, now: () => number) {
    this.#news = news
    this.#now = now
  }

  watch(tab: Tab): void {
    tab.page.on('dialog', (dialog) => this.#opened(tab, dialog))
    tab.page.on('dialogclosed', (dialog) => {
      this.#forget(dialog)
      if (tab.dialog?.dialog === dialog) tab.dialog = undefined
    })
  }

  #opened(tab: Tab, dialog: Dialog): void {
    const type = dialog.type() as 'alert' | 'confirm' | 'prompt' | 'beforeunload'
    const text = dialog.message()
    tab.dialog = { type, text, preset: dialog.defaultValue(), since: this.#now(), dialog }
    if (!this.person && (type === 'alert' || type === 'beforeunload')) {
      // Nothing is decided by waiting here: the page goes on, and its words are told.
      this.#news(
        type === 'alert'
          ? `alert: "${text.slice(0, 500)}" (closed with OK)`
          : 'the page asked whether to leave it; leaving was confirmed',
      )
      void this.answer(tab, true)
      return
    }
    tab.interrupt(new DialogInTheWay(text))
    this.#timers.set(dialog, setTimeout(() => this.#expire(tab, dialog), undecidedMs).unref())
  }

  #expire(tab: Tab, dialog: Dialog): void {
    if (this.person || tab.dialog?.dialog !== dialog) return
    this.#news(
      `the ${tab.dialog.type} "${tab.dialog.text.slice(0, 200)}" had no answer for 60 s and was dismissed`,
    )
    void this.answer(tab, false)
  }

  /** OK or Cancel; answers false when the dialog was already gone. */
  async answer(tab: Tab, accept: boolean, text?: string): Promise<boolean> {
    const open = tab.dialog
    if (!open) return false
    this.#forget(open.dialog)
    try {
      if (accept) await open.dialog.accept(text)
      else await open.dialog.dismiss()
      return true
    } catch {
      // Closed by a person or by the page's end: either way it is gone.
      return false
    } finally {
      if (tab.dialog === open) tab.dialog = undefined
    }
  }

  #forget(dialog: Dialog): void {
    clearTimeout(this.#timers.get(dialog))
    this.#timers.delete(dialog)
  }

  close(): void {
    for (const dialog of this.#timers.keys()) this.#forget(dialog)
  }
}

/** What the model reads about a dialog that waits for it. */
export function dialogText(tab: Tab): string {
  const d = tab.dialog!
  const preset = d.type === 'prompt' && d.preset ? `, preset "${d.preset}"` : ''
  const how =
    d.type === 'prompt'
      ? 'Answer with browser_type (target "dialog"), or cancel with browser_press Escape.'
      : 'Answer with browser_press: Enter for OK, Escape for Cancel.'
  return `A ${d.type} dialog is open: "${d.text.slice(0, 800)}"${preset}. Nothing else works in this tab until it is answered. ${how}`
}
