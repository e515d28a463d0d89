import { HealthBody } from '@deskhand/protocol/http'
import { version } from '../version.ts'
import type { Routes } from './routes.ts'

export const healthRoutes: Routes = async (app) => {
  app.get(
    '/health',
    { config: { open: true }, logLevel: 'warn', schema: { response: { 200: HealthBody } } },
    async () => {
      const docker = await app.engineHealth()
      const sandboxImage = app.sandboxImage.state
      const model = { configured: app.models.configured }
      const ok = docker.ok && sandboxImage.present
      return { status: ok ? 'ok' : 'degraded', version, docker, sandboxImage, model } as const
    },
  )
}
