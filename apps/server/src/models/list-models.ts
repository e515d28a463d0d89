import type { FastifyInstance } from 'fastify'
import { z } from 'zod'

const Listed = z.object({ data: z.array(z.object({ id: z.string() })) })

/** The names that the executor's server offers; none with a sentence when it does not say. */
export async function listModels(app: FastifyInstance): Promise<{ models: string[]; error?: string }> {
  const endpoint = app.models.endpoint('executor')
  if (endpoint === undefined) return { models: [], error: 'No model server is set.' }
  try {
    const answer = await app.models.fetch(`${endpoint.baseUrl.replace(/\/+$/, '')}/models`, {
      method: 'GET',
      headers: endpoint.apiKey === undefined ? {} : { authorization: `Bearer ${endpoint.apiKey}` },
      signal: AbortSignal.timeout(10_000),
    })
    if (answer.status !== 200)
      return { models: [], error: `The model server answered ${answer.status} when asked for its models.` }
    const listed = Listed.parse(await answer.json())
    return { models: listed.data.map((model) => model.id).sort() }
  } catch (error) {
    return {
      models: [],
      error: `The model server did not say which models it has: ${(error as Error).message}`,
    }
  }
}
