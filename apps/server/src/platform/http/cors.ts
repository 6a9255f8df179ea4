import type { Endpoint } from '@rushes/contract'
import type { FastifyInstance } from 'fastify'
import { createMethodFinder } from './paths.ts'

/** Headers of answers that a page of another site may read, beside those that it always may. */
const exposed = [
  'content-disposition',
  'content-range',
  'deprecation',
  'etag',
  'link',
  'location',
  'ratelimit-limit',
  'ratelimit-remaining',
  'ratelimit-reset',
  'retry-after',
  'x-pagination-offset',
  'x-pagination-total-results',
  'x-request-id',
  'x-upload-missing',
  'x-upload-received',
].join(', ')

/** Headers that such a page may send. */
const accepted = [
  'accept',
  'authorization',
  'content-type',
  'if-match',
  'if-none-match',
  'if-range',
  'range',
  'traceparent',
  'webhook-id',
  'x-request-id',
].join(', ')

/** A browser may cache the answer for so long. */
const keepSeconds = 600

/**
 * Lets pages of other sites use the interface, when the settings name their origins; browsers keep all others out.
 * Cookies are never let across (no `Access-Control-Allow-Credentials`): such a page sends its token in the header.
 */
export function allowOrigins(app: FastifyInstance, origins: readonly string[], endpoints: readonly Endpoint[]): void {
  if (origins.length === 0) return
  const allowed = new Set(origins)
  const findMethods = createMethodFinder(endpoints)
  app.addHook('onRequest', async (request, reply) => {
    reply.header('vary', 'Origin')
    const { origin } = request.headers
    if (origin === undefined || !allowed.has(origin)) return
    reply.header('access-control-allow-origin', origin).header('access-control-expose-headers', exposed)
    if (request.method !== 'OPTIONS' || request.headers['access-control-request-method'] === undefined) return
    reply
      .header('access-control-allow-methods', findMethods(request.url).join(', '))
      .header('access-control-allow-headers', accepted)
      .header('access-control-max-age', keepSeconds)
  })
}
