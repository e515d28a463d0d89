import assert from 'node:assert/strict'
import { type Conformance, numberOf, ok, openPage, passed, refused } from './bench.ts'

export const files: Conformance[] = [
  {
    page: 'downloads',
    says: 'files arrive whole under their real names, twice under two names, and never outside of the folder',
    async run(b) {
      const { text } = await openPage(b, 'downloads')
      const first = ok(await b.browser.click({ target: numberOf(text, /Report/) }))
      assert.match(first.text, /downloaded .*报 表\.csv \(16 bytes/)
      ok(await b.browser.click({ target: numberOf(text, /Report/) }))
      ok(await b.browser.click({ target: 'Blob' }))
      ok(await b.browser.click({ target: 'text:Data' }))
      ok(await b.browser.click({ target: 'Two at once' }))
      ok(await b.browser.click({ target: 'Evil name' }))
      const direct = ok(await b.browser.open({ url: b.url('/file?kind=disposition') }))
      assert.match(direct.text, /This address is a download/)
      const done = ok(await b.browser.file({ action: 'download' }))
      assert.match(done.text, /two\.txt/)
      const by = ok(await b.browser.file({ action: 'download', url: b.url('icons/reply.svg') }))
      assert.match(by.text, /reply\.svg/)
      const got = await b.downloads()
      assert.equal(String(got.get('报 表.csv')), 'month,sum\n1,100\n')
      assert.equal(String(got.get('报 表 (1).csv')), 'month,sum\n1,100\n')
      assert.equal(String(got.get('blob.csv')), 'a,b\n1,2\n')
      assert.equal(String(got.get('note.txt')), 'from data')
      assert.equal(String(got.get('one.txt')), '1')
      assert.equal(String(got.get('two.txt')), '2')
      assert.ok(
        [...got.keys()].some((n) => n.endsWith('evil.txt')),
        [...got.keys()].join(),
      )
    },
  },
  {
    page: 'upload',
    says: 'files of any size reach hidden fields, picture fields and drop zones whole',
    async run(b) {
      const { text } = await openPage(b, 'upload')
      const large = await b.file('large.bin', 60 * 1024 * 1024)
      const small = await b.file('small.txt', 11)
      const photo = await b.file('photo.png', 2000)
      const none = refused(
        await b.browser.file({ action: 'upload', target: 'Choose files', paths: ['/nowhere/x.txt'] }),
        'E_UPLOAD_PATH',
      )
      assert.match(none.text, /Nothing was uploaded/)
      const clicked = ok(await b.browser.click({ target: numberOf(text, /Choose files/) }))
      assert.match(clicked.text, /a file chooser opened/)
      const given = ok(await b.browser.file({ action: 'upload', paths: [large, small] }))
      assert.match(given.text, /large\.bin:62914560 small\.txt:11/)
      const odd = ok(await b.browser.file({ action: 'upload', target: 'Picture', paths: [photo] }))
      assert.match(odd.text, /photo\.png:2000/)
      const dropped = ok(await b.browser.file({ action: 'upload', target: 'Drop here', paths: [small] }))
      assert.match(dropped.text, /small\.txt:11/)
      refused(
        await b.browser.file({ action: 'upload', target: 'Picture', paths: [photo, small] }),
        'E_UPLOAD_MANY',
      )
      await passed(b)
    },
  },
  {
    page: 'pdf',
    says: 'a PDF is saved and read, and a page is saved as one',
    async run(b) {
      await openPage(b, 'pdf')
      const saved = ok(await b.browser.file({ action: 'save_pdf' }))
      assert.match(saved.text, /saved this page as .*\.pdf/)
      const opened = ok(await b.browser.open({ url: b.url('/paper.pdf') }))
      assert.match(opened.text, /paper\.pdf/)
      assert.match(opened.text, /Ferns unroll at dawn/)
      const got = await b.downloads()
      const papers = [...got].filter(([n]) => n.startsWith('paper'))
      assert.ok(
        papers.length >= 1 && papers.every(([, bytes]) => String(bytes).startsWith('%PDF')),
        [...got.keys()].join(),
      )
    },
  },
]
