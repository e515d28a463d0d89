import multipart from '@fastify/multipart'
import swagger from '@fastify/swagger'
import websocket from '@fastify/websocket'
import fastify, { type FastifyInstance } from 'fastify'
import { jsonSchemaTransform, serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import type { Config } from './config.ts'
import { logOptions } from './log-options.ts'
import type { Parts } from './parts.ts'
import { auth } from './plugins/auth.ts'
import { config as configPlugin } from './plugins/config.ts'
import { db } from './plugins/db.ts'
import { eventLog } from './plugins/event-log.ts'
import { failures } from './plugins/failures.ts'
import { library } from './plugins/library.ts'
import { models } from './plugins/models.ts'
import { page } from './plugins/page.ts'
import { preview } from './plugins/preview.ts'
import { sandboxes } from './plugins/sandboxes.ts'
import { sessions } from './plugins/sessions.ts'
import { shares } from './plugins/shares.ts'
import { routes } from './routes/index.ts'
import { version } from './version.ts'

/** The whole server, not yet listening. `parts` replaces what it stands on; tests call this too. */
export async function buildApp(config: Config, parts: Parts = {}): Promise<FastifyInstance> {
  const { values } = config
  const app = fastify({
    logger: logOptions(values.LOG_LEVEL),
    trustProxy: values.TRUST_PROXY.length > 0 ? values.TRUST_PROXY : false,
    // An open event stream would else keep `close` waiting for ever.
    forceCloseConnections: true,
    bodyLimit: 2 * 1024 * 1024,
    // A program of a sandbox may set cookies that this port is sent too: they may not lock a person out.
    http: { maxHeaderSize: 64 * 1024 },
    routerOptions: { maxParamLength: 300 },
  })
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  // Pages and scripts name the type also where there is nothing to send.
  const json = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, {})
    else json(request, body as string, done)
  })
  await app.register(failures)
  await app.register(configPlugin, { config, parts })
  await app.register(swagger, {
    openapi: { info: { title: 'Deskhand', version } },
    transform: jsonSchemaTransform,
  })
  await app.register(websocket, {
    options: {
      perMessageDeflate: false,
      maxPayload: 4 * 1024 * 1024,
      handleProtocols: (offered: Set<string>) => (offered.has('binary') ? 'binary' : false),
    },
  })
  await app.register(multipart, {
    limits: { fileSize: 8 * 1024 ** 3, files: 100, fields: 100 },
    throwFileSizeLimit: true,
  })
  for (const plugin of [db, eventLog, library, shares, models, sandboxes, sessions, auth, preview])
    await app.register(plugin)
  await app.register(routes, { prefix: `${values.BASE_PATH}api` })
  await app.register(page, parts.pageFolder === undefined ? {} : { folder: parts.pageFolder })
  return app
}

export { ConfigError, readConfig } from './config.ts'
export { settingsTable } from './settings/index.ts'
