import assert from 'node:assert/strict'
import { type Conformance, list, numberOf, ok, openPage, passed, refused } from './bench.ts'

export const input: Conformance[] = [
  {
    page: 'controlled-input',
    says: 'fields that a framework holds, and one that can not be emptied, take the text',
    async run(b) {
      await openPage(b, 'controlled-input')
      ok(await b.browser.type({ target: 'Name', text: 'hello' }))
      ok(await b.browser.type({ target: 'Sticky', text: 'fresh' }))
      ok(await b.browser.click({ target: 'Check' }))
      await passed(b)
    },
  },
  {
    page: 'masked',
    says: 'a field that writes its own way is told as it is, and is no failure',
    async run(b) {
      await openPage(b, 'masked')
      const typed = ok(await b.browser.type({ target: 'Phone', text: '5551234567' }))
      assert.match(typed.text, /the field shows "\(555\) 123-4567", you typed "5551234567"/)
      await passed(b)
    },
  },
  {
    page: 'autocomplete-delay',
    says: 'what a field offers a moment later is listed and can be chosen',
    async run(b) {
      await openPage(b, 'autocomplete-delay')
      const typed = ok(await b.browser.type({ target: 'Country', text: 'po' }))
      assert.match(typed.text, /it offers: .*Portugal/)
      ok(await b.browser.click({ target: typed.text.match(/\[(\d+)\]<li role=option>Portugal/)![1]! }))
      ok(await b.browser.click({ target: 'Done' }))
      await passed(b)
    },
  },
  {
    page: 'contenteditable-rich',
    says: 'an editor with a model of its own takes Chinese text and a new line',
    async run(b) {
      await openPage(b, 'contenteditable-rich')
      ok(await b.browser.type({ target: 'Message', text: '你好 world\nsecond' }))
      ok(await b.browser.click({ target: 'Check' }))
      await passed(b)
    },
  },
  {
    page: 'date-native',
    says: 'date, time, month, range and colour are set with their events',
    async run(b) {
      await openPage(b, 'date-native')
      ok(
        await b.browser.fill({
          fields: [
            { target: 'Day', value: '2027-03-09' },
            { target: 'Hour', value: '14:30' },
            { target: 'Month', value: '2027-05' },
            { target: 'When', value: '2027-03-09T08:15' },
            { target: 'Size', value: '70' },
            { target: 'Colour', value: '#ff8800' },
          ],
        }),
      )
      await passed(b)
    },
  },
  {
    page: 'date-custom',
    says: 'two read-only fields get days 45 and 49 ahead, across the end of a year, in one call',
    async run(b) {
      await openPage(b, 'date-custom', 'today=2026-12-05')
      const filled = ok(
        await b.browser.fill({
          fields: [
            { target: 'Check-in', value: '2027-01-19' },
            { target: 'Check-out', value: '2027-01-23' },
          ],
        }),
      )
      assert.match(filled.text, /now holds "2027-01-19"[\s\S]*now holds "2027-01-23"/)
      const { text } = await b.browser.script({ code: 'window.__verdict.detail' })
      assert.match(text, /2027-01-19 2027-01-23/)
      refused(await b.browser.fill({ fields: [{ target: 'Check-in', value: '2026-12-01' }] }), 'E_DISABLED')
      ok(await b.browser.click({ target: 'css=#a' }))
      assert.match(await list(b), /calendar December 2026: .*\[\d+\]17/)
    },
  },
  {
    page: 'select-native',
    says: 'options are chosen by label, group, odd spaces, value and in numbers',
    async run(b) {
      await openPage(b, 'select-native')
      const twice = refused(
        await b.browser.fill({ fields: [{ target: 'Same', value: 'Twin' }] }),
        'E_AMBIGUOUS',
      )
      assert.match(twice.text, /s1.*s2/)
      const missing = refused(
        await b.browser.fill({ fields: [{ target: 'Long', value: 'Option 999' }] }),
        'E_OPTION_NOT_FOUND',
      )
      assert.match(missing.text, /Nearest: "Option/)
      ok(
        await b.browser.fill({
          fields: [
            { target: 'Group', value: 'B / Two' },
            { target: 'Odd', value: 'New York' },
            { target: 'Same', value: 's2' },
            { target: 'Many', value: ['Red', 'Blue'] },
            { target: 'Long', value: 'Option 250' },
          ],
        }),
      )
      await passed(b)
    },
  },
  {
    page: 'select-aria',
    says: 'one option of 500 in a list that draws only what is in sight is found and chosen',
    async run(b) {
      const { text } = await openPage(b, 'select-aria')
      ok(await b.browser.fill({ fields: [{ target: numberOf(text, /City/), value: 'City 437' }] }))
      await passed(b)
    },
  },
  {
    page: 'hover-menu',
    says: 'a menu that opens under the mouse stays open for the click',
    async run(b) {
      await openPage(b, 'hover-menu')
      const hovered = ok(await b.browser.drag({ target: 'File' }))
      assert.match(hovered.text, /Export/)
      ok(await b.browser.click({ target: 'Export' }))
      await passed(b)
    },
  },
  {
    page: 'dblclick-context',
    says: 'double click, context menu and modifier clicks do what they do for a person',
    async run(b) {
      await openPage(b, 'dblclick-context')
      ok(await b.browser.click({ target: 'Title', count: 2 }))
      ok(await b.browser.type({ text: 'New', enter: true }))
      ok(await b.browser.click({ target: 'text:New', button: 'right' }))
      ok(await b.browser.click({ target: 'Archive' }))
      ok(await b.browser.click({ target: 'One' }))
      ok(await b.browser.click({ target: 'Three', modifiers: ['Control'] }))
      await passed(b)
    },
  },
  {
    page: 'drag-html5',
    says: 'cards that take part in drag and drop of the browser can be put in order',
    async run(b) {
      await openPage(b, 'drag-html5')
      ok(await b.browser.drag({ target: 'text:C', to: 'text:B' }))
      await passed(b)
    },
  },
  {
    page: 'drag-pointer',
    says: 'a slider that holds the pointer is pulled by an offset',
    async run(b) {
      await openPage(b, 'drag-pointer')
      const pulled = ok(await b.browser.drag({ target: 'Volume', to: '+210,0' }))
      assert.match(pulled.text, /value/)
      await passed(b)
    },
  },
  {
    page: 'keyboard-only',
    says: 'arrow keys, Control+Enter and Escape reach what listens to them',
    async run(b) {
      await openPage(b, 'keyboard-only')
      ok(await b.browser.press({ keys: 'Tab ArrowRight ArrowRight Enter' }))
      ok(await b.browser.type({ target: 'Text', text: 'note' }))
      ok(await b.browser.press({ keys: 'ctrl+return' }))
      ok(await b.browser.press({ keys: 'Esc' }))
      await passed(b)
      refused(await b.browser.press({ keys: 'Bogus+x' }), 'E_ARGUMENT')
    },
  },
]
