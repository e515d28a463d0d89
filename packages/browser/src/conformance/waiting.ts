import assert from 'node:assert/strict'
import { type Conformance, list, numberOf, ok, openPage, passed, refused } from './bench.ts'

export const waiting: Conformance[] = [
  {
    page: 'noop-button',
    says: 'a click that changes nothing is said to have changed nothing',
    async run(b) {
      await openPage(b, 'noop-button')
      const clicked = ok(await b.browser.click({ target: 'Does nothing' }))
      assert.equal(clicked.code, 'E_NO_EFFECT')
      assert.match(clicked.text, /Nothing on the page changed/)
      await passed(b)
    },
  },
  {
    page: 'noisy',
    says: 'a page that never rests is settled by quiet all the same',
    async run(b) {
      await openPage(b, 'noisy')
      await b.browser.view({ wait_seconds: 1.6 })
      const clicked = ok(await b.browser.click({ target: 'Add' }))
      assert.match(clicked.text, /\+ Added line/)
      assert.doesNotMatch(clicked.text, /still loading or changing/)
      await passed(b)
    },
  },
  {
    page: 'late-toast',
    says: 'a message that comes late and goes again is in the record',
    async run(b) {
      await openPage(b, 'late-toast')
      const saved = ok(await b.browser.click({ target: 'Save' }))
      assert.match(saved.text, /message shown: "Could not save: quota exceeded"/)
      await passed(b)
    },
  },
  {
    page: 'slow-nav',
    says: 'slow, redirected, missing and dead addresses each say what they are',
    async run(b) {
      const first = await openPage(b, 'slow-nav')
      const slow = ok(await b.browser.click({ target: 'Slow' }))
      assert.match(slow.text, /Slow but here/)
      const redirected = ok(await b.browser.open({ url: b.url('/redirect?n=3') }))
      assert.match(redirected.text, /redirected: .*→.*n=0/)
      const missing = await b.browser.open({ url: b.url('/missing') })
      assert.equal(missing.code, 'E_HTTP_404')
      assert.equal(missing.outcome, 'failed')
      ok(await b.browser.open({ url: first.url }))
      const dns = await b.browser.open({ url: 'http://no-such-host.invalid/' })
      // Behind a proxy a name that does not exist is the proxy's answer.
      assert.match(dns.code ?? '', /^E_NAV/)
      assert.match(dns.text, /You are still on http.*slow-nav/)
      const refusedPort = await b.browser.open({ url: 'http://127.0.0.1:9/' })
      assert.match(refusedPort.code ?? '', /^E_NAV/)
      refused(await b.browser.open({ url: 'file:///etc/passwd' }), 'E_POLICY')
      const hanging = ok(await b.browser.open({ url: b.url('/hanging') }))
      assert.match(hanging.text, /still loading/)
      ok(await b.browser.click({ target: 'Press' }))
    },
  },
  {
    page: 'infinite-scroll',
    says: 'scrolling until a text is there loads what has to be loaded',
    async run(b) {
      await openPage(b, 'infinite-scroll')
      ok(await b.browser.scroll({ until: 'Item 137' }))
      ok(await b.browser.click({ target: 'text:Item 137' }))
      await passed(b)
      const end = await b.browser.scroll({ until: 'Item 999' })
      assert.equal(end.code, 'E_SCROLL_END')
    },
  },
  {
    page: 'beforeunload-dialogs',
    says: 'dialogs are told, answered, survive a new connection, and never hold the page',
    async run(b) {
      const loaded = ok(await b.browser.open({ url: b.url('beforeunload-dialogs', 'load') }))
      assert.match(loaded.text, /alert: "Welcome 1"[\s\S]*"Welcome 3"/)
      assert.match(ok(await b.browser.click({ target: 'Alert' })).text, /alert: "Saved!"/)
      const asked = ok(await b.browser.click({ target: 'Remove' }))
      assert.match(asked.text, /confirm dialog is open: "Remove 3 items\?"/)
      refused(await b.browser.click({ target: 'Alert' }), 'E_DIALOG_OPEN')
      ok(await b.browser.press({ keys: 'Enter' }))
      ok(await b.browser.click({ target: 'Rename' }))
      ok(await b.browser.type({ target: 'dialog', text: 'Fern' }))
      await passed(b)
      ok(await b.browser.click({ target: 'Dirty' }))
      const left = ok(await b.browser.open({ url: b.url('noop-button') }))
      assert.match(left.text, /leaving was confirmed|Does nothing/)
      ok(await b.browser.open({ url: b.url('beforeunload-dialogs') }))
      ok(await b.browser.click({ target: 'Remove' }))
      await b.reconnect()
      const after = await b.browser.view({})
      assert.match(after.text, /dismissed with Escape|was closed/)
      ok(await b.browser.open({ url: b.url('noop-button') }))
    },
  },
  {
    page: 'popup',
    says: 'new tabs are told and become current, also late ones; a tab that closes leads back',
    async run(b) {
      const { text } = await openPage(b, 'popup')
      const plain = ok(await b.browser.click({ target: numberOf(text, /Plain popup/) }))
      assert.match(plain.text, /new tab t\d+ "Second tab".*now the current tab/)
      assert.match(plain.url, /tab\.html/)
      ok(await b.browser.open({ go: 'close' }))
      const late = ok(await b.browser.click({ target: 'Late popup' }))
      assert.match(late.text, /new tab t\d+ "Second tab"/)
      assert.match(await list(b), /Here/)
      ok(await b.browser.open({ go: 'close' }))
      ok(await b.browser.click({ target: 'Messenger' }))
      await b.browser.view({ wait_seconds: 1 })
      await passed(b)
    },
  },
]
