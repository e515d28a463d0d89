import { masked } from './actions/script.ts'
import type { BrowserResult } from './browser-session.ts'
import type { Desk } from './desk.ts'
import { observe } from './observe.ts'
import type { ArtefactSink } from './options.ts'

const defaultBytes = 200 * 1024 * 1024
const mostHtml = 2_000_000

/** What each action saw and did, for looking into later: a ring with a size, the oldest go first. */
export class Artefacts {
  readonly #sink: ArtefactSink
  readonly #most: number
  #kept: { path: string; size: number }[] = []
  #bytes = 0
  #count = 0

  constructor(sink: ArtefactSink, most = defaultBytes) {
    this.#sink = sink
    this.#most = most
  }

  async keep(name: string, args: object, result: BrowserResult, desk: Desk): Promise<void> {
    const folder = `browser/${String(++this.#count).padStart(4, '0')}-${name}`
    const tab = desk.current
    const asked = JSON.stringify(args)
    const secret = result.text.includes('(hidden)') || /password|密码/i.test(asked)
    const effect = {
      name,
      args: secret ? '(left out: a secret field may be meant)' : args,
      outcome: result.outcome,
      code: result.code,
      via: result.via,
      url: result.url,
      title: result.title,
      point: result.point,
      text: result.text,
    }
    try {
      await this.#put(`${folder}/effect.json`, JSON.stringify(effect, null, 1))
      if (result.before) await this.#put(`${folder}/before.jpg`, result.before)
      if (result.shot) await this.#put(`${folder}/after.jpg`, result.shot)
      if (!tab || tab.dialog || tab.closed || name === 'view') return
      const now = await observe(tab, { listeners: 'once' })
      const items = now.frames.map((f) => ({
        url: f.extract.url,
        offset: f.world.offset,
        items: f.extract.items,
      }))
      await this.#put(`${folder}/after.json`, JSON.stringify(items))
      const html = (await now.frames[0]!.world.evaluate('deskhand.source()')) as string
      if (html.length <= mostHtml) await this.#put(`${folder}/page.html`, await masked(tab, html))
    } catch {
      // Looking back is a convenience: what was done is done, whether it could be written down or not.
    }
  }

  async #put(path: string, bytes: Uint8Array | string): Promise<void> {
    const size = typeof bytes === 'string' ? Buffer.byteLength(bytes) : bytes.length
    await this.#sink.write(path, bytes)
    this.#kept.push({ path, size })
    this.#bytes += size
    while (this.#bytes > this.#most && this.#kept.length > 1) {
      const oldest = this.#kept.shift()!
      this.#bytes -= oldest.size
      await this.#sink.remove(oldest.path)
    }
  }
}
