import { type Endpoint, ServiceError } from '@rushes/contract'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isRefusedStatement, toServiceError } from '../errors.ts'
import { logFailure } from '../log/failure.ts'
import { discardRest } from './bodies/refused-body.ts'
import { logRequest } from './log-request.ts'
import { createMethodFinder } from './paths.ts'

/** The one place where errors become answers; what is unknown is logged and told as a bare 500. */
export function addErrorAnswers(app: FastifyInstance, endpoints: readonly Endpoint[]): void {
  const findMethods = createMethodFinder(endpoints)
  app.setErrorHandler((error: FastifyError, _request, reply) => answerError(reply, error))
  app.setNotFoundHandler((request, reply) => {
    const allowed = findMethods(request.url)
    if (allowed.length === 0) return send(reply, new ServiceError('NotFoundError', 'There is nothing at this address'))
    reply.header('allow', allowed.join(', '))
    if (request.method === 'OPTIONS') return reply.code(204).send()
    send(reply, new ServiceError('MethodNotAllowedError', `Only ${allowed.join(', ')} is possible here`))
  })
}

/** Answers with an error of whatever origin. */
export function answerError(reply: FastifyReply, error: Error): void {
  const known = toServiceError(error)
  if (hasLeft(reply, error)) {
    // There is no response whose end could be logged.
    logRequest(reply.request, reply, clientLeftStatus)
    return void reply.hijack()
  }
  if (known.status >= 500) logFailure(reply.log, error, 'request failed')
  // A check of the service should have refused the values first, with the name of what is wrong.
  else if (isRefusedStatement(error)) reply.log.warn({ err: error }, 'statement refused by the database')
  send(reply, known)
}

/** As other servers log it; nobody is left to read an answer. */
const clientLeftStatus = 499

/** Whether the request failed because the client broke it off. */
function hasLeft(reply: FastifyReply, error: Error & { code?: string }): boolean {
  const { raw } = reply.request
  const isBrokenOff = error.code === 'ECONNRESET' || error.code === 'ERR_STREAM_PREMATURE_CLOSE'
  return isBrokenOff && raw.destroyed && !raw.complete
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
