import type { FastifyReply, FastifyRequest } from 'fastify'

/** Logs a request that has ended; health checks, which come every few seconds, only for who asks for all. */
export function logRequest(request: FastifyRequest, reply: FastifyReply, status: number): void {
  const level = request.url.startsWith('/health/') ? 'debug' : 'info'
  const ms = Math.round(reply.elapsedTime * 10) / 10
  request.log[level]({ method: request.method, path: toLoggedPath(request), status, ms }, 'request')
}

/**
 * What the log may hold of an address: not the query, which may have tokens; of what is no endpoint only the
 * first part, since the pages of shares have their tokens in the path.
 */
function toLoggedPath({ url, routeOptions }: FastifyRequest): string | undefined {
  const path = url.split('?', 1)[0]
  return routeOptions.config.endpoint ? path : (routeOptions.url ?? path?.replace(/^(\/[^/]*)\/.*$/, '$1/…'))
}
