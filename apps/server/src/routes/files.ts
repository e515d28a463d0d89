import { PlacedFile } from '@deskhand/protocol/http'
import { FileList } from '@deskhand/protocol/sandbox'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { refusal } from '../errors.ts'
import { disposition } from '../http/disposition.ts'
import { eachFile } from '../http/each-file.ts'
import { sendFile } from '../http/send-file.ts'
import type { Routes } from './routes.ts'

const path = z.string().max(4096)

/** The workspace: seen, fetched and filled by the person. Paths are judged in the sandbox, as its own user. */
export const fileRoutes: Routes = async (app) => {
  const files = async (request: FastifyRequest) =>
    (await app.sessions.at(request.session).surroundings.awake()).files

  app.get(
    '/files',
    {
      schema: {
        querystring: z.object({
          path: path.default('/workspace'),
          hidden: z.enum(['true', 'false', '1', '0']).default('false'),
        }),
        response: { 200: FileList },
      },
    },
    async (request) => {
      const { path, hidden } = request.query
      return (await files(request)).list(path, { hidden: hidden === 'true' || hidden === '1' })
    },
  )

  app.get(
    '/files/content',
    { schema: { querystring: z.object({ path, download: z.string().optional() }) } },
    async (request, reply) => {
      const from = await files(request)
      const stat = await from.stat(request.query.path)
      if (stat?.type !== 'file') throw refusal('FILE_NOT_FOUND')
      return sendFile(request, reply, {
        name: nameOf(stat.path),
        mime: stat.mime,
        size: stat.size,
        download: request.query.download !== undefined,
        async open(range) {
          return (await from.download(stat.path, range ?? {})).stream
        },
      })
    },
  )

  app.post(
    '/files',
    {
      schema: {
        querystring: z.object({ path: path.default('/workspace') }),
        response: { 201: z.array(PlacedFile) },
      },
    },
    async (request, reply) => {
      const into = await files(request)
      const folder = request.query.path.replace(/\/+$/, '')
      const placed = await eachFile(request, (file) =>
        into.upload(`${folder === '' ? '' : `${folder}/`}${file.name}`, file.stream),
      )
      return reply.code(201).send(placed)
    },
  )

  app.get(
    '/files/archive',
    { schema: { querystring: z.object({ path: path.default('/workspace') }) } },
    async (request, reply) => {
      const stream = await (await files(request)).archive(request.query.path)
      return reply
        .headers({
          'content-type': 'application/zip',
          'content-disposition': disposition('attachment', `${nameOf(request.query.path)}.zip`),
          'x-content-type-options': 'nosniff',
          'cache-control': 'private, no-store',
        })
        .send(stream)
    },
  )
}

const nameOf = (path: string) => path.split('/').filter(Boolean).at(-1) ?? 'files'
