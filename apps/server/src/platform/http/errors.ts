import { type Endpoint, type ErrorName, malformed, ServiceError } from '@rushes/contract'
import { QuerySyntaxError } from '@rushes/query'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/** What the web framework and the database call what the interface calls otherwise. */
const knownCodes: Record<string, [ErrorName, string]> = {
  FST_ERR_CTP_BODY_TOO_LARGE: ['PayloadTooLargeError', 'The body is too large'],
  FST_ERR_CTP_INVALID_MEDIA_TYPE: ['UnsupportedMediaTypeError', 'This content type is not understood here'],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: ['BadRequestError', 'The body does not have the length it claims'],
  FST_ERR_BAD_URL: ['BadRequestError', 'The address is not a valid URL'],
  FST_ERR_MAX_PARAM_LENGTH: ['BadRequestError', 'A part of the address is too long'],
  // Text that no database column can hold.
  '22021': ['BadRequestError', 'The request holds characters that are not text'],
  '22P05': ['BadRequestError', 'The request holds characters that are not text'],
  // A row that others still point to.
  '23503': ['ConflictError', 'This is still in use'],
  '23505': ['ConflictError', 'There is such a one already'],
  '40001': ['ConflictError', 'Someone else changed this at the same moment; try again'],
  '40P01': ['ConflictError', 'Someone else changed this at the same moment; try again'],
  '57014': ['UnavailableError', 'This takes too long; ask for less'],
  '57P01': ['UnavailableError', 'The database is going down'],
  '57P03': ['UnavailableError', 'The database is starting'],
  ECONNREFUSED: ['UnavailableError', 'The database does not answer'],
  ECONNRESET: ['UnavailableError', 'The database does not answer'],
  '53100': ['StorageFullError', 'The storage is full'],
  ENOSPC: ['StorageFullError', 'The storage is full'],
}

/** The one place where errors become answers; what is unknown is logged and told as a bare 500. */
export function addErrorAnswers(app: FastifyInstance, endpoints: readonly Endpoint[]): void {
  app.setErrorHandler((error: FastifyError, _request, reply) => answerError(reply, error))
  app.setNotFoundHandler((request, reply) => {
    const allowed = findMethods(endpoints, request)
    if (allowed.length === 0) return send(reply, new ServiceError('NotFoundError', 'There is nothing at this address'))
    reply.header('allow', allowed.join(', '))
    if (request.method === 'OPTIONS') return reply.code(204).send()
    send(reply, new ServiceError('MethodNotAllowedError', `Only ${allowed.join(', ')} is possible here`))
  })
}

/** Answers with an error of whatever origin. */
export function answerError(reply: FastifyReply, error: FastifyError): void {
  const known = toServiceError(error)
  if (known.status >= 500) reply.log.error({ err: error }, 'request failed')
  send(reply, known)
}

function toServiceError(error: FastifyError): ServiceError {
  if (error instanceof ServiceError) return error
  if (error instanceof QuerySyntaxError) return malformed(error.parameter ?? 'q', error.message)
  const known = knownCodes[error.code]
  if (known) return new ServiceError(...known)
  if (error.statusCode !== undefined && error.statusCode < 500)
    return new ServiceError('BadRequestError', error.message)
  return new ServiceError('InternalError', 'Something went wrong on our side')
}

function send(reply: FastifyReply, error: ServiceError): void {
  if (error.status === 401) reply.header('www-authenticate', 'Bearer')
  // The rest of a refused body is not worth reading.
  if (!reply.request.raw.readableEnded && hasBody(reply.request)) reply.header('connection', 'close')
  reply
    .code(error.status)
    .header('content-type', 'application/json; charset=utf-8')
    .send(JSON.stringify(error.toBody()))
}

function hasBody(request: FastifyRequest): boolean {
  return request.headers['transfer-encoding'] !== undefined || Number(request.headers['content-length'] ?? 0) > 0
}

function findMethods(endpoints: readonly Endpoint[], request: FastifyRequest): string[] {
  const pathname = request.url.split('?', 1)[0]!
  const matching = endpoints.filter(endpoint =>
    [endpoint.path, ...endpoint.aliases].some(path =>
      new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(pathname),
    ),
  )
  return [...new Set(matching.map(endpoint => endpoint.method))]
}
