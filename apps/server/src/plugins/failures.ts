import { AgentRefusal } from '@deskhand/agent'
import { SandboxBootError, SandboxError } from '@deskhand/sandbox'
import type { FastifyError } from 'fastify'
import fp from 'fastify-plugin'
import { HttpError, refusal } from '../errors.ts'

/** Every failure of a request ends here and leaves as one shape; a bug leaves no detail. */
export const failures = fp(
  async (app) => {
    app.setErrorHandler((thrown: FastifyError, request, reply) => {
      const error = coded(thrown)
      if (error === undefined) {
        request.log.error({ err: thrown }, 'A request ended in a bug.')
        return reply.code(500).send({
          error: { code: 'INTERNAL', message: 'Something went wrong in the server; its log says what.' },
        })
      }
      const { status, code, message, hint } = error
      return reply
        .code(status)
        .type('application/json; charset=utf-8')
        .send({ error: { code, message, ...(hint === undefined ? {} : { hint }) } })
    })
  },
  { name: 'failures' },
)

function coded(error: FastifyError): HttpError | undefined {
  if (error instanceof HttpError) return error
  if (error instanceof AgentRefusal) return new HttpError(409, error.code, error.message)
  if (error instanceof SandboxBootError)
    return refusal('SANDBOX_FAILED', { message: error.message, cause: error })
  if (error instanceof SandboxError) return sandboxRefusal(error)
  if (error.code === 'SQLITE_FULL' || error.code === 'ENOSPC')
    return refusal('STORAGE_FULL', { cause: error })
  if (error.validation !== undefined) return refusal('INVALID_REQUEST', { message: readable(error) })
  if (error.statusCode === 413) return refusal('TOO_LARGE')
  if (error.statusCode === 406 || error.code === 'FST_INVALID_MULTIPART_CONTENT_TYPE')
    return refusal('NOT_MULTIPART')
  if (error.statusCode !== undefined && error.statusCode < 500)
    return new HttpError(error.statusCode, 'INVALID_REQUEST', error.message)
  return undefined
}

function sandboxRefusal(error: SandboxError): HttpError {
  const words = { message: error.message, cause: error }
  if (error.code === 'NOT_FOUND') return refusal('FILE_NOT_FOUND', words)
  if (error.code === 'UNREACHABLE') return refusal('SANDBOX_SILENT', words)
  if (error.code === 'DISK_FULL') return new HttpError(507, 'DISK_FULL', error.message)
  return new HttpError(error.status ?? 409, error.code, error.message)
}

// "body/text Too big" → "text: Too big"
const readable = (error: FastifyError) =>
  (error.validation ?? [])
    .map(({ instancePath, message }) => {
      const where = instancePath.split('/').filter(Boolean).join('.')
      return where === '' ? message : `${where}: ${message}`
    })
    .join('; ')
