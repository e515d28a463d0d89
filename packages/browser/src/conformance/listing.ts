import assert from 'node:assert/strict'
import { type Conformance, list, numberOf, ok, openPage, passed, refused } from './bench.ts'

const has = (text: string, words: readonly string[]) => {
  for (const word of words) assert.ok(text.includes(word), `"${word}" is not in:\n${text}`)
}
const lacks = (text: string, words: readonly (string | RegExp)[]) => {
  for (const word of words)
    assert.ok(typeof word === 'string' ? !text.includes(word) : !word.test(text), `${word} is in:\n${text}`)
}

export const listing: Conformance[] = [
  {
    page: 'kinds',
    says: 'every kind of control is listed once, and nothing that can not be used',
    async run(b) {
      const { text } = await openPage(b, 'kinds')
      const lines = text.split('\n').filter((l) => /\[\d+\]</.test(l))
      const wanted = [
        'Plain button',
        'Plain link',
        'Link by listener',
        'Plain input',
        'Plain date',
        'Plain file',
        'Plain select',
        'Plain area',
        'Plain editor',
        'Plain summary',
        'Role button',
        'Role menuitem',
        'Tab index zero',
        'Onclick attribute',
        'Onclick property',
        'Click listener',
        'Mousedown listener',
        'Cursor pointer only',
        '<circle',
        '<canvas',
        'Disabled button',
        'Aria disabled',
        'Styled box',
        'Plain video',
        'Open shadow button',
        'Closed shadow button',
      ]
      for (const word of wanted)
        assert.equal(lines.filter((l) => l.includes(word)).length, 1, `${word} in\n${text}`)
      assert.equal(lines.length, wanted.length, lines.join('\n'))
      has(lines.find((l) => l.includes('Disabled button'))!, ['disabled'])
      has(lines.find((l) => l.includes('Aria disabled'))!, ['disabled'])
      lacks(lines.join('\n'), [/\bNo [a-z]/])
      assert.match(text, /1 more below/)
      assert.match(text, /1 hidden behind \[\d+\]/)
    },
  },
  {
    page: 'listeners',
    says: 'of 600 plain boxes only the one that listens has a number',
    async run(b) {
      const { text } = await openPage(b, 'listeners')
      const numbered = text.split('\n').filter((l) => /\[\d+\]</.test(l))
      assert.equal(numbered.length, 1, numbered.join('\n'))
      ok(await b.browser.click({ target: numberOf(text, /Box 37/) }))
      await passed(b)
    },
  },
  {
    page: 'react-like',
    says: 'boxes whose handler sits on the root are listed by their own mark',
    async run(b) {
      const { text } = await openPage(b, 'react-like')
      ok(await b.browser.click({ target: numberOf(text, /Save/) }))
      await passed(b)
    },
  },
  {
    page: 'shadow-open-nested',
    says: 'a button in a slot three shadow roots deep can be pressed',
    async run(b) {
      const { text } = await openPage(b, 'shadow-open-nested')
      has(text, ['Outer words'])
      ok(await b.browser.click({ target: numberOf(text, /Pay later/) }))
      await passed(b)
    },
  },
  {
    page: 'shadow-closed',
    says: 'closed shadow roots are read and used like open ones',
    async run(b) {
      const { text } = await openPage(b, 'shadow-closed')
      ok(await b.browser.type({ target: numberOf(text, /Name/), text: 'Mei' }))
      ok(await b.browser.click({ target: numberOf(text, /Order now/) }))
      await passed(b)
    },
  },
  {
    page: 'frames-same',
    says: 'a form in the third nested frame is scrolled to, filled and sent',
    async run(b) {
      await openPage(b, 'frames-same')
      ok(await b.browser.scroll({ direction: 'bottom' }))
      assert.match(await list(b), /frame "middle" \(screens [\d.]+ below\)/)
      ok(await b.browser.scroll({ until: 'City' }))
      const text = await list(b)
      ok(await b.browser.fill({ fields: [{ target: numberOf(text, /City/), value: 'Oslo' }], submit: true }))
      await passed(b)
    },
  },
  {
    page: 'frames-oopif',
    says: 'a frame of another site is filled after scrolling, two levels deep',
    async run(b) {
      await openPage(b, 'frames-oopif', `other=${b.otherPort}`)
      ok(await b.browser.scroll({ direction: 'down', pages: 0.6 }))
      const text = await list(b)
      has(text, ['Secure payment', 'Deep button'])
      ok(await b.browser.type({ target: numberOf(text, /Card/), text: '4242' }))
      ok(await b.browser.click({ target: numberOf(text, /Deep button/) }))
      ok(await b.browser.click({ target: numberOf(text, />Pay$/m) }))
      await passed(b)
    },
  },
  {
    page: 'frame-overlay',
    says: 'what lies over a frame covers what is in it, and is named with the way to close it',
    async run(b) {
      const first = await openPage(b, 'frame-overlay')
      const inside = await b.browser.click({ target: 'text:Inside' })
      refused(inside, 'E_COVERED')
      has(inside.text, ['#over'])
      ok(await b.browser.click({ target: numberOf(first.text, /Close/) }))
      ok(await b.browser.click({ target: 'Inside' }))
      await passed(b)
    },
  },
  {
    page: 'frame-decoy',
    says: 'points inside of a frame are not taken for points of the page',
    async run(b) {
      const { text } = await openPage(b, 'frame-decoy')
      ok(await b.browser.click({ target: numberOf(text, /Target/) }))
      await passed(b)
    },
  },
  {
    page: 'cookie-wall',
    says: 'behind a consent wall its buttons are listed and the rest is counted',
    async run(b) {
      const { text } = await openPage(b, 'cookie-wall')
      assert.match(text, /14 hidden behind \[\d+\] <div#wall>/)
      const covered = refused(await b.browser.click({ target: 'text:Read on' }), 'E_COVERED')
      const accept = numberOf(covered.text, /Accept all/)
      ok(await b.browser.click({ target: accept }))
      ok(await b.browser.click({ target: 'Read on' }))
      await passed(b)
    },
  },
  {
    page: 'half-covered',
    says: 'a button whose middle is covered is pressed at a free corner',
    async run(b) {
      const { text } = await openPage(b, 'half-covered')
      ok(await b.browser.click({ target: numberOf(text, /ONE/) }))
      await passed(b)
    },
  },
  {
    page: 'label-checkbox',
    says: 'a drawn checkbox toggles exactly once',
    async run(b) {
      const { text } = await openPage(b, 'label-checkbox')
      ok(await b.browser.fill({ fields: [{ target: numberOf(text, /Newsletter/), value: 'true' }] }))
      await passed(b)
    },
  },
  {
    page: 'icon-only',
    says: 'icons without words are told apart by hints',
    async run(b) {
      const { text } = await openPage(b, 'icon-only')
      has(text, ['.trash', '.star', 'reply.svg'])
      ok(await b.browser.click({ target: numberOf(text, /\.star/) }))
      await passed(b)
    },
  },
  {
    page: 'svg-canvas',
    says: 'shapes are told by their colours, and a canvas is clicked by the pixels of a picture',
    async run(b) {
      const { text } = await openPage(b, 'svg-canvas')
      ok(await b.browser.click({ target: numberOf(text, /fill=red/) }))
      const picture = ok(await b.browser.view({ what: 'screenshot' }))
      const where = await b.browser.script({
        code: '(() => { const r = cv.getBoundingClientRect(); return [r.x, r.y, innerWidth] })()',
      })
      const [x, y, width] = JSON.parse(where.text.match(/result: (\[.*\])/)![1]!) as [number, number, number]
      const scale = picture.image!.width / width
      const hit = ok(await b.browser.click({ x: (x + 140) * scale, y: (y + 50) * scale }))
      assert.equal(hit.via, 'point')
      await passed(b)
      refused(await b.browser.click({ x: 99999, y: 5 }), 'E_COORD')
    },
  },
  {
    page: 'disabled-states',
    says: 'what is disabled in any of four ways is refused with the reason',
    async run(b) {
      await openPage(b, 'disabled-states')
      for (const name of ['Plain disabled', 'Aria disabled', 'Fieldset disabled'])
        refused(await b.browser.click({ target: name }), 'E_DISABLED')
      assert.equal((await b.browser.click({ target: 'css=[inert] button' })).code, 'E_DISABLED')
      ok(await b.browser.click({ target: 'Allowed' }))
      await passed(b)
    },
  },
  {
    page: 'dup-names',
    says: 'buttons of the same name are told apart by their row, and never guessed among',
    async run(b) {
      const { text } = await openPage(b, 'dup-names')
      const vague = refused(await b.browser.click({ target: 'Delete' }), 'E_AMBIGUOUS')
      has(vague.text, ['Carol'])
      const row = text.split('\n').find((l) => l.includes('Carol'))!
      ok(await b.browser.click({ target: row.match(/\[(\d+)\]<button>Delete/)![1]! }))
      await passed(b)
    },
  },
  {
    page: 'big-5000',
    says: 'a list of 5,000 elements is at most 8,000 characters and says how many remain',
    async run(b) {
      const { text } = await openPage(b, 'big-5000')
      assert.ok(text.length <= 8000, `${text.length} characters`)
      assert.match(text, /\d+ more below/)
      const found = ok(await b.browser.view({ query: 'Item number 1200' }))
      ok(await b.browser.click({ target: numberOf(found.text, /<a>Item number 1200/) }))
      await passed(b)
    },
  },
  {
    page: 'hidden-injection',
    says: 'text that nobody sees is in no list and in no Markdown',
    async run(b) {
      const { text } = await openPage(b, 'hidden-injection')
      const markdown = ok(await b.browser.view({ what: 'text' })).text
      for (const shown of [text, markdown]) {
        has(shown, ['Visible words', 'seen words'])
        lacks(shown, [/SECRET/])
      }
    },
  },
  {
    page: 'password',
    says: 'what stands in password, code and card fields is never told',
    async run(b) {
      const { text } = await openPage(b, 'password')
      const filled = ok(
        await b.browser.fill({
          fields: [
            { target: numberOf(text, /User/), value: 'mei' },
            { target: numberOf(text, /Password/), value: 'hunter2-XYZ' },
            { target: numberOf(text, /Code/), value: '998877' },
            { target: numberOf(text, /Card/), value: '4111111111111111' },
          ],
          submit: true,
        }),
      )
      const said = [filled.text, await list(b)]
      for (const what of ['text', 'source'] as const) said.push((await b.browser.view({ what })).text)
      said.push(
        (await b.browser.script({ code: 'document.forms[0].p.value + document.forms[0].c.value' })).text,
      )
      lacks(said.join('\n'), ['hunter2-XYZ', '998877', '4111111111111111'])
      await passed(b)
    },
  },
]
