import type { Gateway } from '../gateway.ts'
import { forward, forwardUpgrade, type Target } from '../http/forward.ts'
import { Refusal } from '../http/refusal.ts'
import type { Asked, Route } from '../http/route.ts'
import { listeningPorts, loopbackFor } from '../watch/listening-ports.ts'

export const ports: Route = {
  method: 'GET',
  path: '/ports',
  answer: ({ gateway }) => listeningPorts(ownPorts(gateway)),
}

/** A program that listens in the sandbox, also one that is bound to loopback or to ::1. */
export const proxy: Route = {
  method: '*',
  path: '/proxy/:port/*',
  answer: async (asked, response) => {
    await forward(asked.request, response, targetOf(asked))
  },
}

export const proxySocket: Route = {
  method: 'GET',
  path: '/proxy/:port/*',
  upgrade: (asked, socket, head) => forwardUpgrade(asked.request, socket, head, targetOf(asked)),
}

function targetOf({ gateway, params, url, request }: Asked): Target {
  const port = Number(params.port)
  if (!Number.isInteger(port) || port < 1 || port > 65535)
    throw new Refusal(400, 'BAD_PORT', `${params.port} is not a port number.`)
  if (ownPorts(gateway).includes(port))
    throw new Refusal(403, 'OWN_PORT', `Port ${port} belongs to the sandbox itself.`)
  return {
    host: loopbackFor(port),
    port,
    path: `/${params.rest ?? ''}${url.search}`,
    // Development servers refuse names they do not know; what the person's browser asked for stays known.
    headers: { host: `localhost:${port}`, 'x-forwarded-host': request.headers['x-forwarded-host'] },
  }
}

const ownPorts = ({ port, settings }: Gateway) => [port, settings.debuggingPort]
