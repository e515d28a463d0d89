import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'

export type Routes = FastifyPluginAsyncZod
