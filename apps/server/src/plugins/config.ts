import type { Clock } from '@deskhand/llm'
import fp from 'fastify-plugin'
import type { Config } from '../config.ts'
import type { Parts } from '../parts.ts'
import { systemClock } from '../system-clock.ts'

declare module 'fastify' {
  interface FastifyInstance {
    config: Config
    parts: Parts
    clock: Clock
  }
}

export const config = fp<{ config: Config; parts: Parts }>(
  async (app, options) => {
    app.decorate('config', options.config)
    app.decorate('parts', options.parts)
    app.decorate('clock', options.parts.clock ?? systemClock)
  },
  { name: 'config' },
)
