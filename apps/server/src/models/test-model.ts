import { testConnection } from '@deskhand/llm'
import type { ModelTestBody } from '@deskhand/protocol/http'
import type { FastifyInstance } from 'fastify'
import type { Endpoint } from './models.ts'

/** What this endpoint can do, in plain words; a server that is not there is an answer too. */
export async function testModel(app: FastifyInstance, endpoint: Endpoint): Promise<ModelTestBody> {
  return testConnection(app.models.make(endpoint), AbortSignal.timeout(240_000))
}
