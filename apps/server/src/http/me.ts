import type { UserBody } from '@deskhand/protocol/http'
import type { FastifyRequest } from 'fastify'
import { refusal } from '../errors.ts'

/** Who is signed in; the auth plugin let nobody else through. */
export function me(request: FastifyRequest): UserBody {
  if (request.person === null) throw refusal('NOT_SIGNED_IN')
  return request.person
}
