import { ServiceError } from '@rushes/contract'
import type { FastifyRequest } from 'fastify'

/** The cookie of the original service ("Authentication", 2). */
export const sessionCookie = 'MOJITO_SESSION_ID_V2'

/** A token as it came, and how. */
export interface Credentials {
  token: string
  transport: 'header' | 'query' | 'cookie'
}

/**
 * The token of a request. Clients of the original service may send more than one: the header counts before the
 * query, the query before the cookie, and the rights of two are never mixed.
 */
export function readCredentials(request: FastifyRequest): Credentials | undefined {
  const header = request.headers.authorization?.match(/^(?:Bearer|BasicToken) +(\S+)\s*$/i)
  if (header) return { token: header[1]!, transport: 'header' }
  const query = (request.query as Record<string, unknown>).access_token
  const fromQuery = Array.isArray(query) ? query[0] : query
  if (typeof fromQuery === 'string' && fromQuery !== '') return { token: fromQuery, transport: 'query' }
  const cookie = readCookie(request.headers.cookie)
  return cookie ? { token: cookie, transport: 'cookie' } : undefined
}

function readCookie(header: string | undefined): string | undefined {
  for (const pair of header?.split(';') ?? []) {
    const [name, value] = pair.split('=', 2)
    if (name?.trim() === sessionCookie && value) return value.trim()
  }
  return undefined
}

/** A cookie is sent by a browser on its own: a change that carries nothing else must come from our own pages. */
export function assertSameSite(request: FastifyRequest, publicUrl: string): void {
  if (request.method === 'GET' || request.method === 'HEAD') return
  const site = request.headers['sec-fetch-site']
  if (site === 'same-origin' || site === 'none') return
  const origin = request.headers.origin
  if (origin !== undefined && (origin === new URL(publicUrl).origin || origin === `http://${request.headers.host}`))
    return
  throw new ServiceError('ForbiddenError', 'A change with a cookie alone must come from the pages of this service')
}
