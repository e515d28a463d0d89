import type { UserBody } from '@deskhand/protocol/http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { signInDays } from '../accounts/sign-ins.ts'
import { TryLimit } from '../accounts/try-limit.ts'
import { refusal } from '../errors.ts'
import { cookie, cookiesNamed } from '../http/cookies.ts'
import { OpenStreams } from '../http/open-streams.ts'
import { hostAllowed, originFits } from '../http/origin.ts'

declare module 'fastify' {
  interface FastifyInstance {
    tries: TryLimit
    signIn(request: FastifyRequest, reply: FastifyReply, userId: string): void
    signOut(reply: FastifyReply): void
    /** `end` is called when what let this request in is taken back; the returned function forgets it */
    whileSignedIn(request: FastifyRequest, end: () => void): () => void
  }
  interface FastifyRequest {
    /** null: nobody is signed in */
    person: UserBody | null
    /** id of the browser's sign-in, when a cookie says who it is */
    signInId: string | null
    /** id of the API token that says who it is */
    tokenId: string | null
    viaCookie: boolean
  }
  interface FastifyContextConfig {
    /** works without a login */
    open?: true
    admin?: true
  }
}

const safe = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Who asks, and whether they may: sandboxes never, other sites never, strangers only at the open routes. */
export const auth = fp(
  async (app) => {
    const { values } = app.config
    const name = `deskhand_${app.installId.slice(0, 6)}`
    app.decorate('tries', new TryLimit(5, 15 * 60_000, app.clock.now))
    app.decorateRequest('person', null)
    app.decorateRequest('signInId', null)
    app.decorateRequest('tokenId', null)
    app.decorateRequest('viaCookie', false)
    const open = new OpenStreams()
    app.signIns.onEnd((id) => open.end(id))
    app.decorate('whileSignedIn', (request: FastifyRequest, end: () => void) => {
      const by = request.signInId ?? request.tokenId
      return by === null ? () => {} : open.add(by, end)
    })
    app.decorate('signIn', (request: FastifyRequest, reply: FastifyReply, userId: string) => {
      const secret = app.signIns.start(userId, request.headers['user-agent'])
      const seconds = signInDays * 86_400
      const secure = request.protocol === 'https'
      reply.header('set-cookie', cookie(name, secret, { path: values.BASE_PATH, seconds, secure }))
    })
    app.decorate('signOut', (reply: FastifyReply) => {
      reply.header('set-cookie', cookie(name, '', { path: values.BASE_PATH, seconds: 0, secure: false }))
    })

    app.addHook('onRequest', async (request) => {
      const from = request.socket.remoteAddress ?? ''
      if (app.sandboxes.isSandboxAddress(from) || app.sandboxes.isSandboxAddress(request.ip))
        throw refusal('SANDBOX_REFUSED')
      if (values.AUTH === 'none' && !hostAllowed(request.host, values.PUBLIC_URL))
        throw refusal('HOST_NOT_ALLOWED')
      await identify(request)
      if (request.viaCookie && (!safe.has(request.method) || isUpgrade(request))) checkOrigin(request)
    })

    app.addHook('onRequest', async (request) => {
      const { open, admin } = request.routeOptions.config
      if (open === true || request.is404) return
      // A browser sees no status of a refused upgrade: the socket is opened and closed with a code that says why.
      if (request.person === null && !request.ws) throw refusal('NOT_SIGNED_IN')
      if (admin === true && request.person?.role !== 'admin') throw refusal('ADMIN_ONLY')
    })

    async function identify(request: FastifyRequest) {
      const token = /^Bearer\s+(\S+)$/i.exec(request.headers.authorization ?? '')?.[1]
      if (token !== undefined) {
        const found = app.signIns.findToken(token)
        request.person = found === undefined ? null : (app.accounts.find(found.userId) ?? null)
        request.tokenId = found?.id ?? null
        return
      }
      request.viaCookie = true
      if (values.AUTH === 'none') request.person = await onlyPerson()
      else if (values.AUTH === 'proxy') request.person = await namedByProxy(request)
      else byCookie(request)
    }

    function byCookie(request: FastifyRequest) {
      for (const secret of cookiesNamed(request.headers.cookie, name)) {
        const found = app.signIns.find(secret)
        if (found === undefined) continue
        request.person = app.accounts.find(found.userId) ?? null
        request.signInId = found.id
        return
      }
    }

    async function onlyPerson() {
      return (
        app.accounts.list().find((user) => user.role === 'admin') ?? (await app.accounts.add('me', 'admin'))
      )
    }

    // `request.ip` differs from the socket's address exactly when the socket's is a trusted proxy's.
    async function namedByProxy(request: FastifyRequest) {
      const username = request.headers[values.AUTH_HEADER.toLowerCase()]
      const trusted = request.ips !== undefined && request.ips.length > 1
      if (!trusted || typeof username !== 'string' || username.trim() === '') return null
      const role = app.accounts.setupNeeded ? 'admin' : 'member'
      return app.accounts.named(username) ?? (await app.accounts.add(username.trim(), role))
    }

    // A browser names the origin of every write and upgrade. Without a cookie there is nothing to borrow: a script
    // that signs in needs no Origin, but a foreign page may not sign a browser in either.
    function checkOrigin(request: FastifyRequest) {
      const { origin } = request.headers
      if (origin === undefined && request.person === null) return
      if (origin === undefined || !originFits(origin, request.host, values.PUBLIC_URL))
        throw refusal('FOREIGN_ORIGIN')
    }
  },
  { name: 'auth', dependencies: ['db', 'sandboxes'] },
)

const isUpgrade = (request: FastifyRequest) => request.headers.upgrade !== undefined
