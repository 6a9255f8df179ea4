import { type Endpoint, ServiceError } from '@rushes/contract'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { toServiceError } from '../errors.ts'
import { findMethods } from './paths.ts'
import { discardRest } from './refused-body.ts'

/** The one place where errors become answers; what is unknown is logged and told as a bare 500. */
export function addErrorAnswers(app: FastifyInstance, endpoints: readonly Endpoint[]): void {
  app.setErrorHandler((error: FastifyError, _request, reply) => answerError(reply, error))
  app.setNotFoundHandler((request, reply) => {
    const allowed = findMethods(endpoints, request.url)
    if (allowed.length === 0) return send(reply, new ServiceError('NotFoundError', 'There is nothing at this address'))
    reply.header('allow', allowed.join(', '))
    if (request.method === 'OPTIONS') return reply.code(204).send()
    send(reply, new ServiceError('MethodNotAllowedError', `Only ${allowed.join(', ')} is possible here`))
  })
}

/** Answers with an error of whatever origin. */
export function answerError(reply: FastifyReply, error: Error): void {
  const known = toServiceError(error)
  if (known.status >= 500) reply.log.error({ err: error }, 'request failed')
  send(reply, known)
}

function send(reply: FastifyReply, error: ServiceError): void {
  if (error.status === 401) reply.header('www-authenticate', 'Bearer')
  const wait = (error.data as { retryAfterSeconds?: unknown } | null)?.retryAfterSeconds
  if (typeof wait === 'number') reply.header('retry-after', wait)
  const { raw } = reply.request
  if (!raw.readableEnded && hasBody(reply.request)) discardRest(raw)
  reply
    .code(error.status)
    .header('content-type', 'application/json; charset=utf-8')
    .send(JSON.stringify(error.toBody()))
}

/** Whether a request says that a body follows. */
export function hasBody(request: FastifyRequest): boolean {
  return request.headers['transfer-encoding'] !== undefined || Number(request.headers['content-length'] ?? 0) > 0
}
