import { ServiceError } from '@rushes/contract'
import type { FastifyInstance } from 'fastify'
import { answerError, hasBody } from '../errors.ts'

/** How long a client may take, in milliseconds. */
export interface Patience {
  /** Until the headers of a request are here; also the first bytes of a new connection. */
  readonly headersMs: number
  /** Until a body that is read as a whole is here. Bytes of media take as long as they take; uploads watch for a stall. */
  readonly bodyMs: number
  /** Without a byte in either direction. */
  readonly silenceMs: number
  /** How often connections are looked at. */
  readonly lookEveryMs: number
}

export const patience: Patience = { headersMs: 30_000, bodyMs: 60_000, silenceMs: 600_000, lookEveryMs: 10_000 }

/** Gives up a body that comes too slowly with 408, so that a client cannot keep a connection for itself by trickling. */
export function limitBodies(app: FastifyInstance, bodyMs: number): void {
  app.addHook('onRequest', async (request, reply) => {
    const { raw } = request
    if (!hasBody(request) || request.routeOptions.config.endpoint?.bodyKind === 'bytes') return
    const timer = setTimeout(() => {
      if (reply.sent) return void raw.destroy()
      reply.header('connection', 'close')
      answerError(reply, new ServiceError('RequestTimeoutError', 'The body took too long'))
    }, bodyMs)
    // What was refused unread may never end: that is no reason for a service that stops to wait.
    timer.unref()
    for (const event of ['end', 'close'] as const) raw.once(event, () => clearTimeout(timer))
  })
}
