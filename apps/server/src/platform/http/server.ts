import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { type Endpoint, errorTable } from '@rushes/contract'
import { fastify as createFastify, type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import type { Logger } from 'pino'
import type { WallConfig } from '../config/wall.ts'
import { addBodyReaders } from './bodies/read-bodies.ts'
import { endConnections } from './connections/end-connections.ts'
import { allowOrigins } from './cors.ts'
import { addErrorAnswers, answerError } from './errors.ts'
import { limitRequests } from './limits/limit-requests.ts'
import { patience as defaultPatience, limitBodies, type Patience } from './limits/slow-clients.ts'
import { logRequest } from './log-request.ts'

/** Headers of every answer: nothing is cached, run or framed, no address with a token leaks to another site. */
const answerHeaders = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
}
/** Where the service is reached by https, a browser never tries without. */
const secureHeaders = { 'strict-transport-security': 'max-age=31536000' }

/** What the web server needs of the settings. */
export interface HttpSettings {
  readonly wall: WallConfig
  /** How long a client may take; as the service has it when absent. */
  readonly patience?: Patience
  readonly isSecure: boolean
  /** Aborted when clients are to go elsewhere: answers are the last of their connections from then on. */
  readonly draining: AbortSignal
}

/** The web server without endpoints: addresses, bodies, errors, headers and request ids as every endpoint has them. */
export function createHttpServer(
  log: Logger,
  endpoints: readonly Endpoint[],
  { wall, isSecure, draining, patience = defaultPatience }: HttpSettings,
): FastifyInstance {
  const headers = isSecure ? { ...answerHeaders, ...secureHeaders } : answerHeaders
  const app: FastifyInstance = createFastify({
    loggerInstance: log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    // An address that no router reads passes no hook.
    frameworkErrors: (error, _request, reply) => void answerError(reply.headers(headers), error),
    rewriteUrl: request => rewriteAddress(request),
    genReqId: request => readRequestId(request),
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    // A large chunk on a slow line outlives any bound on the whole request; uploads watch for a stall themselves.
    requestTimeout: 0,
    connectionTimeout: patience.silenceMs,
    http: {
      maxHeaderSize: 16 * 1024,
      headersTimeout: patience.headersMs,
      connectionsCheckingInterval: patience.lookEveryMs,
    },
    trustProxy: wall.trustedProxies.length > 0 && [...wall.trustedProxies],
    routerOptions: { maxParamLength: 2000 },
    clientErrorHandler: answerUnreadable,
  })
  app.server.maxConnections = wall.maxConnections
  endConnections(app, draining)
  app.decorateRequest('passage', undefined)
  addBodyReaders(app)
  addErrorAnswers(app, endpoints)
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(headers).header('x-request-id', request.id)
  })
  allowOrigins(app, wall.corsOrigins, endpoints)
  if (wall.rateLimit) limitRequests(app, wall.rateLimit)
  limitBodies(app, patience.bodyMs)
  app.addHook('onResponse', async (request, reply) => logRequest(request, reply, reply.statusCode))
  return app
}

/** Every address also answers under `/api`; `.json` and `.js` at the end of a GET mean the plain path. */
function rewriteAddress(request: IncomingMessage | { url?: string; method?: string }): string {
  const [path = '/', query] = splitOnce(request.url ?? '/', '?')
  let plain = path === '/api' ? '/' : path.startsWith('/api/') ? path.slice(4) : path
  if (request.method === 'GET' && plain !== '/openapi.json') plain = plain.replace(/\.(?:json|js)$/, '')
  return query === undefined ? plain : `${plain}?${query}`
}

function splitOnce(text: string, separator: string): [string, string | undefined] {
  const at = text.indexOf(separator)
  return at < 0 ? [text, undefined] : [text.slice(0, at), text.slice(at + 1)]
}

/** The id that the caller gave (`x-request-id`, or the trace of `traceparent`), else a new one. */
function readRequestId(request: IncomingMessage): string {
  const given = request.headers['x-request-id']
  if (typeof given === 'string' && /^[\w.:-]{1,100}$/.test(given)) return given
  const trace = /^00-([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}$/.exec(String(request.headers.traceparent))
  return trace?.[1] ?? randomUUID()
}

/** A request that is no HTTP, or whose headers are too large, still gets the error body of the interface. */
function answerUnreadable(error: Error & { code?: string }, socket: import('node:net').Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
  const type =
    error.code === 'HPE_HEADER_OVERFLOW'
      ? 'HeadersTooLargeError'
      : error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
        ? 'RequestTimeoutError'
        : 'BadRequestError'
  const { status, number } = errorTable[type]
  const body = JSON.stringify({
    type,
    code: status,
    errorNumber: number,
    message: 'The request cannot be read',
    data: null,
  })
  socket.end(
    `HTTP/1.1 ${status} Error\r\ncontent-type: application/json; charset=utf-8\r\ncache-control: no-store\r\nx-content-type-options: nosniff\r\ncontent-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
  )
}
