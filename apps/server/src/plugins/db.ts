import { join } from 'node:path'
import fp from 'fastify-plugin'
import { Accounts } from '../accounts/accounts.ts'
import { SignIns } from '../accounts/sign-ins.ts'
import { BlobStore } from '../blobs/blob-store.ts'
import { Uploads } from '../blobs/uploads.ts'
import { installIdOf } from '../db/install-id.ts'
import { lockDataDir } from '../db/lock.ts'
import { type Db, openDatabase } from '../db/open-database.ts'
import { SettingsStore } from '../settings/settings-store.ts'

declare module 'fastify' {
  interface FastifyInstance {
    db: Db
    /** tells this install's containers and cookies from another's */
    installId: string
    accounts: Accounts
    signIns: SignIns
    settings: SettingsStore
    blobs: BlobStore
    uploads: Uploads
  }
}

/** The memory of the house: the data folder, locked, and what is kept in it. */
export const db = fp(
  async (app) => {
    const { dataDir, values } = app.config
    const lock = lockDataDir(dataDir, `process ${process.pid}, http://${values.HOST}:${values.PORT}`)
    app.addHook('onClose', async () => lock.release())
    const opened = openDatabase(join(dataDir, 'deskhand.db'), (text) => app.log.warn(text))
    app.addHook('onClose', async () => opened.close())
    const { now } = app.clock
    app.decorate('db', opened)
    app.decorate('installId', installIdOf(opened))
    app.decorate('accounts', new Accounts(opened, now))
    app.decorate('signIns', new SignIns(opened, now))
    app.decorate('settings', new SettingsStore(app.config, opened))
    app.decorate('blobs', new BlobStore(join(dataDir, 'blobs'), opened, now))
    app.decorate('uploads', new Uploads(opened, app.blobs, now))
    const sweep = setInterval(() => app.uploads.sweep(), 3_600_000)
    sweep.unref()
    app.addHook('onClose', async () => clearInterval(sweep))
  },
  { name: 'db', dependencies: ['config'] },
)
