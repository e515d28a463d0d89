import assert from 'node:assert/strict'
import { type Conformance, list, numberOf, ok, openPage, passed } from './bench.ts'

export const identity: Conformance[] = [
  {
    page: 'rerender-keyed',
    says: 'an element that is drawn anew is found again by what it is',
    async run(b) {
      const { text } = await openPage(b, 'rerender-keyed')
      const gamma = numberOf(text, /Gamma/)
      const first = ok(await b.browser.click({ target: gamma }))
      assert.match(first.text, /drawn anew|clicked/)
      await b.browser.view({ wait_seconds: 0.7 })
      ok(await b.browser.click({ target: gamma }))
      await passed(b)
    },
  },
  {
    page: 'resort',
    says: 'after a list was sorted anew an old number still means the same item',
    async run(b) {
      const { text } = await openPage(b, 'resort')
      const cherry = numberOf(text, /Cherry/)
      ok(await b.browser.click({ target: 'Sort' }))
      ok(await b.browser.click({ target: cherry }))
      await passed(b)
    },
  },
  {
    page: 'recycle',
    says: 'a row that now shows someone else is refused, naming both',
    async run(b) {
      const { text } = await openPage(b, 'recycle')
      const line = text.split('\n').findIndex((l) => l.includes('Gustavo'))
      const reply = numberOf(text.split('\n').slice(line).join('\n'), /Reply/)
      ok(await b.browser.scroll({ target: numberOf(text, /scroller/), direction: 'down', pages: 1 }))
      const changed = await b.browser.click({ target: reply })
      // Rows may have been taken apart in sorting: either way nobody else is replied to.
      assert.ok(changed.code === 'E_CHANGED' || changed.code === 'E_STALE', changed.text)
      assert.equal(changed.outcome, 'failed')
      ok(await b.browser.scroll({ target: 'css=#v', direction: 'top' }))
      const again = await list(b)
      const at = again.split('\n').findIndex((l) => l.includes('Gustavo'))
      ok(await b.browser.click({ target: numberOf(again.split('\n').slice(at).join('\n'), /Reply/) }))
      await passed(b)
    },
  },
  {
    page: 'insert-above',
    says: 'what comes above moves no numbers, and what is new has a star',
    async run(b) {
      const { text } = await openPage(b, 'insert-above')
      const keep = numberOf(text, /Keep/)
      ok(await b.browser.click({ target: 'Load' }))
      const now = await list(b)
      assert.equal(numberOf(now, /Keep/), keep)
      ok(await b.browser.click({ target: keep }))
      await passed(b)
    },
  },
  {
    page: 'spa-nav',
    says: 'numbers of a view that is gone are refused, and the new address is told',
    async run(b) {
      const { text } = await openPage(b, 'spa-nav')
      const old = numberOf(text, /Old button/)
      const moved = ok(await b.browser.click({ target: 'Orders' }))
      assert.match(moved.text, /url: .*→ .*view=orders/)
      assert.ok(moved.pageChanged)
      const stale = await b.browser.click({ target: old })
      assert.match(stale.code ?? '', /^E_STALE/)
      ok(await b.browser.click({ target: 'Track' }))
      await passed(b)
    },
  },
]
