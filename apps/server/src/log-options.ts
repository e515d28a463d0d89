import type { FastifyServerOptions } from 'fastify'

/** Cookies, tokens and one-time tickets stay out of the log: addresses are logged without their query. */
export const logOptions = (level: string): FastifyServerOptions['logger'] => ({
  level,
  redact: ['req.headers.cookie', 'req.headers.authorization'],
  serializers: {
    req: (request) => ({
      method: request.method,
      url: request.url?.split('?')[0],
      from: request.socket?.remoteAddress,
    }),
  },
})
