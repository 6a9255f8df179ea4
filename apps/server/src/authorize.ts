import {
  type Access,
  type AccountPermission,
  accountRights,
  missingRight,
  notFound,
  type ProductionRight,
  productionRights,
  ServiceError,
} from '@rushes/contract'
import { getAccountRights } from './accounts/index.ts'
import { type Bearer, findSession, getHolder, type Session } from './authentication/index.ts'
import { authorizeShareToken, authorizeVisitor } from './authorize-visitor.ts'
import { type Actor, createServiceContext, type Platform, type UserActor } from './platform/context.ts'
import type { Authorize } from './platform/http/index.ts'
import { recallStanding } from './productions/index.ts'

const noRights: ReadonlySet<ProductionRight> = new Set()
const allRights: ReadonlySet<ProductionRight> = new Set(productionRights)

/**
 * The gate of the service: turns credentials and an endpoint's `access` into the actor, or refuses. In this order:
 * 401 for nobody, 404 for a production or account that does not exist, 403 with the name of what is missing.
 */
export function createAuthorizer(platform: Platform): Authorize {
  return async (access, credentials, params) => {
    if (access.who === 'anyone' || access.who === 'bearer of the link') return { kind: 'anonymous' }
    if (!credentials) throw new ServiceError('UnauthorizedError', 'A token is needed')
    const session = await findSession(platform, credentials.token)
    if (session?.user) return authorizeUser(platform, access, toActor(session.row.id, session.user), params)
    if (session) return authorizeVisitor(platform, access, session.row, params)
    if (access.who === 'share token') return authorizeShareToken(platform, credentials.token, params)
    throw new ServiceError('UnauthorizedError', 'A valid token is needed')
  }
}

/** Who holds a link: those who made it, with what they may do there by now. */
export type AuthorizeLink = (bearer: Bearer, params: Record<string, unknown>) => Promise<Actor>

/** The gate for links that were made by an endpoint of this access: what would refuse a new one refuses the old. */
export function createLinkAuthorizer(platform: Platform, access: Access): AuthorizeLink {
  return async (bearer, params) => {
    const holder = await getHolder(platform, bearer)
    if (!holder.user) return authorizeVisitor(platform, access, holder.row, params)
    return authorizeUser(platform, access, toActor(bearer.sessionId, holder.user), params)
  }
}

function toActor(sessionId: number, user: NonNullable<Session['user']>): UserActor {
  return {
    kind: 'user',
    userId: user.id,
    username: user.username,
    systemRights: user.systemRights,
    rights: noRights,
    sessionId,
  }
}

async function authorizeUser(
  platform: Platform,
  access: Access,
  actor: UserActor,
  params: Record<string, unknown>,
): Promise<Actor> {
  switch (access.who) {
    case 'system':
      if (!actor.systemRights.has(access.right)) throw missingRight(access.right)
      return actor
    case 'self':
      if (params[access.param] === actor.userId) return actor
      if (access.or !== undefined && actor.systemRights.has(access.or)) return actor
      throw missingRight(access.or ?? 'to be this user')
    case 'account':
      return authorizeOnAccount(platform, actor, access.right, Number(params[access.param]))
    case 'production':
      return authorizeInProduction(platform, actor, access.anyOf, Number(params.prId), access.evenDeleted === true)
    case 'participant':
      return authorizeInProduction(platform, actor, [], Number(params.prId), false)
    case 'share token':
      throw new ServiceError('UnauthorizedError', 'The token of the share is needed')
    default:
      return actor
  }
}

async function authorizeOnAccount(platform: Platform, actor: UserActor, right: AccountPermission, accountId: number) {
  const ctx = { ...createServiceContext(platform, 'authorize'), actor }
  const rights: readonly AccountPermission[] = await getAccountRights(ctx, accountId)
  if (!accountRights.includes(right) || !rights.includes(right)) throw missingRight(right)
  return actor
}

/** "Unknown is 404; known but not permitted is 403 naming the missing right." No right named: any participant. */
async function authorizeInProduction(
  platform: Platform,
  actor: UserActor,
  anyOf: readonly ProductionRight[],
  productionId: number,
  evenDeleted: boolean,
): Promise<Actor> {
  const standing = await recallStanding(platform, productionId, actor.userId)
  if (!standing || (standing.deleted !== null && !evenDeleted)) throw notFound('Production', productionId)
  if (actor.systemRights.has('SUPPORT')) return { ...actor, rights: allRights }
  const rights = new Set(standing.rights)
  const may = anyOf.length === 0 ? standing.isParticipant : anyOf.some(right => rights.has(right))
  if (!may) throw missingRight(anyOf.join(' or ') || 'PRODUCTION_VIEW')
  return { ...actor, rights }
}
