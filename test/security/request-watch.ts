import { subscribe, tracingChannel, unsubscribe } from 'node:diagnostics_channel'
import type { IncomingMessage, Server } from 'node:http'
import type { FastifyRequest } from 'fastify'

export interface RequestWatch extends Disposable {
  /** Requests that the HTTP server of the service has read, wanted or not. */
  readonly seen: IncomingMessage[]
  /** Requests that came as far as the code of a feature. */
  readonly handled: string[]
  readonly servers: Set<Server>
  reset(): void
}

/** Looks over the shoulder of Node and Fastify, so that the code under test does not say itself what it let in. */
export function watchRequests(port: number): RequestWatch {
  const seen: IncomingMessage[] = []
  const handled: string[] = []
  const servers = new Set<Server>()
  const onRequest = (message: unknown) => {
    const { request, server } = message as { request: IncomingMessage; server: Server }
    if (request.socket.localPort !== port) return
    seen.push(request)
    servers.add(server)
  }
  const onHandler = (message: unknown) => {
    const { request } = message as { request: FastifyRequest }
    if (request.raw.socket.localPort === port) handled.push(`${request.method} ${request.url}`)
  }
  const handlers = tracingChannel('fastify.request.handler')
  subscribe('http.server.request.start', onRequest)
  handlers.start.subscribe(onHandler)
  return {
    seen,
    handled,
    servers,
    reset() {
      seen.length = 0
      handled.length = 0
    },
    [Symbol.dispose]() {
      unsubscribe('http.server.request.start', onRequest)
      handlers.start.unsubscribe(onHandler)
    },
  }
}
