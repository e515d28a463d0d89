import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { makeServer } from './http/server.ts'
import { Journal } from './journal.ts'
import { Relay } from './relay.ts'
import { routes } from './routes/index.ts'
import type { Settings } from './settings.ts'
import { Shells } from './shells/shells.ts'
import { Deadman } from './watch/deadman.ts'
import { Disk } from './watch/disk.ts'
import { News } from './watch/news.ts'
import { Restarts } from './watch/restarts.ts'

/** Everything that the routes work with, and the one port they are reached through. */
export class Gateway {
  readonly settings: Settings
  readonly startedAt = Date.now()
  readonly news = new News()
  readonly journal: Journal
  readonly shells: Shells
  readonly disk: Disk
  readonly deadman: Deadman
  readonly restarts: Restarts
  readonly relay: Relay
  /** what it listens on */
  port = 0
  readonly #server: Server

  constructor(settings: Settings, end: () => void) {
    this.settings = settings
    this.journal = new Journal(settings.callsFolder)
    this.disk = new Disk(settings, this.news)
    this.shells = new Shells(settings, this.news, this.disk)
    this.restarts = new Restarts(settings.runFolder, this.news)
    this.relay = new Relay(join(settings.runFolder, 'relay.sock'))
    this.deadman = new Deadman(settings.deadmanMinutes, end)
    this.#server = makeServer(this, routes)
  }

  /** Answers the port it listens on. */
  async listen(): Promise<number> {
    await this.journal.open()
    await new Promise<void>((done, fail) => {
      this.#server.once('error', fail)
      this.#server.listen(this.settings.port, this.settings.host, done)
    })
    await this.relay.listen()
    this.restarts.start()
    this.disk.start()
    this.deadman.start()
    this.port = (this.#server.address() as AddressInfo).port
    return this.port
  }

  async close(): Promise<void> {
    this.deadman.stop()
    this.disk.stop()
    this.restarts.stop()
    this.relay.close()
    await this.shells.close()
    this.#server.closeAllConnections()
    await new Promise((done) => this.#server.close(done))
  }
}
