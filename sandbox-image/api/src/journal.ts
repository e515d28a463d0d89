import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { CallRecord } from '@deskhand/protocol/sandbox'

const KEPT = 2000

/**
 * What became of each call, on disk, so that a restarted server can ask instead of doing it twice. A call that was
 * running when this program ended is `lost`: it may or may not have had its effect.
 */
export class Journal {
  readonly #folder: string
  readonly #running = new Map<string, Promise<unknown>>()
  #written = 0

  constructor(folder: string) {
    this.#folder = folder
  }

  async open(): Promise<void> {
    await mkdir(this.#folder, { recursive: true })
    for (const name of await readdir(this.#folder)) {
      const record = await this.#read(join(this.#folder, name))
      if (record?.state === 'running') await this.#write({ ...record, state: 'lost' })
    }
  }

  /**
   * Does `work` once per call id: asked for the same again, it answers what the first came to. Without an id it is
   * just done. A refusal is no result and may be tried again.
   */
  async once<T>(callId: string | undefined, kind: CallRecord['kind'], work: () => Promise<T>): Promise<T> {
    if (callId === undefined) return work()
    const running = this.#running.get(callId)
    if (running) return running as Promise<T>
    const known = await this.find(callId)
    if (known?.state === 'done') return known.result as T
    const going = this.#running.get(callId) ?? this.#run(callId, kind, work)
    return going as Promise<T>
  }

  #run<T>(callId: string, kind: CallRecord['kind'], work: () => Promise<T>): Promise<T> {
    const run = async () => {
      await this.#write({ callId, kind, state: 'running' })
      try {
        const result = await work()
        await this.#write({ callId, kind, state: 'done', result })
        return result
      } catch (error) {
        await rm(this.#file(callId), { force: true })
        throw error
      } finally {
        this.#running.delete(callId)
      }
    }
    const going = run()
    this.#running.set(callId, going)
    return going
  }

  async find(callId: string): Promise<CallRecord | undefined> {
    if (this.#running.has(callId)) {
      const record = await this.#read(this.#file(callId))
      return record ?? { callId, kind: 'shell', state: 'running' }
    }
    return this.#read(this.#file(callId))
  }

  async #read(file: string): Promise<CallRecord | undefined> {
    try {
      return JSON.parse(await readFile(file, 'utf8')) as CallRecord
    } catch {
      // Not there, or cut off by a crash while it was first written: then the call was not begun.
      return undefined
    }
  }

  async #write(record: CallRecord): Promise<void> {
    const file = this.#file(record.callId)
    // A full disk must not fail a command that has already had its effect.
    await writeFile(`${file}.new`, JSON.stringify(record))
      .then(() => rename(`${file}.new`, file))
      .catch((error) => process.stderr.write(`deskhand gateway: the journal can't be written: ${error}\n`))
    this.#written += 1
    if (this.#written % 200 === 0) await this.#prune()
  }

  async #prune(): Promise<void> {
    const names = await readdir(this.#folder)
    if (names.length <= KEPT) return
    const aged = await Promise.all(
      names.map(async (name) => ({
        name,
        at: (await stat(join(this.#folder, name)).catch(() => undefined))?.mtimeMs ?? 0,
      })),
    )
    aged.sort((a, b) => a.at - b.at)
    for (const { name } of aged.slice(0, names.length - KEPT))
      await rm(join(this.#folder, name), { force: true })
  }

  #file(callId: string): string {
    return join(this.#folder, `${encodeURIComponent(callId).replaceAll('.', '%2E')}.json`)
  }
}
