import { statfs } from 'node:fs/promises'
import { z } from 'zod'
import { version } from '../version.ts'
import type { Routes } from './routes.ts'

const SystemBody = z.object({
  version: z.string(),
  node: z.string(),
  sandboxes: z.array(
    z.object({
      id: z.string(),
      sessionId: z.string().optional(),
      title: z.string().optional(),
      state: z.string(),
      role: z.enum(['pool', 'session']),
      createdAt: z.number(),
      lastUsedAt: z.number(),
      expiresAt: z.number().optional(),
      memoryBytes: z.number().optional(),
      cpuPercent: z.number().optional(),
    }),
  ),
  queue: z.number(),
  disk: z.object({ totalBytes: z.number(), freeBytes: z.number(), databaseBytes: z.number() }),
  sessions: z.number(),
  awake: z.number(),
  rssBytes: z.number(),
})

/** What the machine is busy with; for administrators. */
export const systemRoutes: Routes = async (app) => {
  const config = { admin: true } as const

  app.get('/system', { config, schema: { response: { 200: SystemBody } } }, async () => {
    const [disk, listed] = await Promise.all([statfs(app.config.dataDir), app.sandboxes.list()])
    const page = app.db.sqlite.pragma('page_size', { simple: true }) as number
    const pages = app.db.sqlite.pragma('page_count', { simple: true }) as number
    const sessions = app.db.sqlite.prepare<[], { n: number }>('SELECT count(*) AS n FROM sessions').get()
    return {
      version,
      node: process.version,
      sandboxes: listed.map((one) => {
        const title = one.sessionId === undefined ? undefined : app.sessionList.find(one.sessionId)?.title
        return { ...one, ...(title === undefined ? {} : { title }) }
      }),
      queue: listed.filter((one) => one.state === 'queued').length,
      disk: {
        totalBytes: disk.blocks * disk.bsize,
        freeBytes: disk.bavail * disk.bsize,
        databaseBytes: page * pages,
      },
      sessions: sessions?.n ?? 0,
      awake: app.sessions.awake,
      rssBytes: process.memoryUsage.rss(),
    }
  })

  app.post(
    '/system/cleanup',
    {
      config,
      schema: {
        response: { 200: z.object({ adopted: z.number(), removed: z.number(), freedBytes: z.number() }) },
      },
    },
    async () => {
      app.uploads.sweep()
      const before = app.db.sqlite.pragma('page_count', { simple: true }) as number
      app.db.sqlite.exec('VACUUM')
      const after = app.db.sqlite.pragma('page_count', { simple: true }) as number
      const size = app.db.sqlite.pragma('page_size', { simple: true }) as number
      const { adopted, removed } = await app.sandboxes.recover()
      return { adopted, removed, freedBytes: (before - after) * size }
    },
  )
}
