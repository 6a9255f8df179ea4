import { type Access, ServiceError } from '@rushes/contract'
import type { FastifyRequest } from 'fastify'
import type { Platform } from '../context.ts'

/** The cookie of the original service (authentication-13). */
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

/**
 * Refuses with 403 a change that a browser makes for a page of another site (cross-site request forgery): a browser
 * adds the cookie on its own, so a change that carries nothing else must come from our own pages. So must a form that
 * signs somebody in, which would leave the cookie of another user behind, unless the settings name the other site.
 */
export function assertOwnPage(
  request: FastifyRequest,
  access: Access,
  credentials: Credentials | undefined,
  { publicUrl, config }: Pick<Platform, 'publicUrl' | 'config'>,
): void {
  if (request.method === 'GET' || request.method === 'HEAD') return
  const { origin, host } = request.headers
  if (access.who === 'anyone') {
    if (!isForm(request) || origin === undefined || config.wall.corsOrigins.includes(origin)) return
  } else if (credentials?.transport !== 'cookie') return
  const site = request.headers['sec-fetch-site']
  // The browser's own word counts; one that is too old to give it tells the origin.
  if (site === 'same-origin' || site === 'none') return
  const isOwn = origin !== undefined && (origin === new URL(publicUrl).origin || origin === `http://${host}`)
  if (site === undefined && isOwn) return
  throw new ServiceError('ForbiddenError', 'A page of another site may not do this')
}

/** Other bodies than forms are sent for another site only after the browser has asked whether they may be. */
function isForm(request: FastifyRequest): boolean {
  return request.headers['content-type']?.toLowerCase().startsWith('application/x-www-form-urlencoded') === true
}
