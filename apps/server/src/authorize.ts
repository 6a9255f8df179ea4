import {
  type Access,
  type AccountPermission,
  accountRights,
  missingPerson,
  missingRight,
  notFound,
  type ProductionRight,
  productionRights,
  ServiceError,
} from '@rushes/contract'
import { authorizeShareToken, authorizeVisitor } from './authorize-visitor.ts'
import { assertFactorRule, getAccountRights } from './modules/accounts/index.ts'
import { findFirstStage, findSession, getHolder, type SessionUser } from './modules/authentication/index.ts'
import { recallStanding } from './modules/productions/index.ts'
import { type Actor, createServiceContext, type Platform, type UserActor } from './platform/context.ts'
import type { Api, Authorize } from './platform/http/index.ts'

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
    if (session?.user) return authorizeUser(platform, access, { ...session.user, sessionId: session.row.id }, params)
    if (session) return authorizeVisitor(platform, access, session.row, params)
    if (access.who === 'share token') return authorizeShareToken(platform, credentials.token, params)
    if (access.who === 'first stage' || (access.who === 'any token' && access.evenFirstStage === true)) {
      return authorizeFirstStage(platform, credentials.token)
    }
    throw new ServiceError('UnauthorizedError', 'A valid token is needed')
  }
}

/** The gate for links that were made by an endpoint of this access: what would refuse a new one refuses the old. */
export function createLinkAuthorizer(platform: Platform): Api['authorizeLink'] {
  return async (access, bearer, params) => {
    const holder = await getHolder(platform, bearer)
    if (!holder.user) return authorizeVisitor(platform, access, holder.row, params)
    return authorizeUser(platform, access, { ...holder.user, sessionId: bearer.sessionId }, params)
  }
}

/** Somebody with the token of a login that waits for its second factor: it opens the second step and the way out. */
async function authorizeFirstStage(platform: Platform, token: string): Promise<Actor> {
  const session = await findFirstStage(platform, token)
  if (!session?.user) throw new ServiceError('UnauthorizedError', 'A valid token is needed')
  return { kind: 'first stage', userId: session.user.id, sessionId: session.row.id }
}

type Caller = SessionUser & { readonly sessionId: number }

function toActor({ id, username, name, systemRights, limitedTo, sessionId, isProgram }: Caller): UserActor {
  return { kind: 'user', userId: id, username, name, systemRights, rights: noRights, limitedTo, sessionId, isProgram }
}

async function authorizeUser(
  platform: Platform,
  access: Access,
  caller: Caller,
  params: Record<string, unknown>,
): Promise<Actor> {
  const actor = toActor(caller)
  switch (access.who) {
    case 'system':
      if (!actor.systemRights.has(access.right)) throw missingRight(access.right)
      return actor
    case 'user':
      if (access.tokenRight !== undefined && !isWithin(actor, access.tokenRight)) throw missingRight(access.tokenRight)
      return actor
    case 'self':
      return authorizeSelf(access, caller, actor, params)
    case 'first stage':
      throw new ServiceError('UnauthorizedError', 'The token of the first stage of a login is needed')
    case 'account':
      return authorizeOnAccount(platform, actor, access.right, Number(params[access.param]))
    case 'production':
      return authorizeInProduction(platform, caller, access.anyOf, Number(params.prId), access.evenDeleted === true)
    case 'participant':
      return authorizeInProduction(platform, caller, [], Number(params.prId), false)
    case 'share token':
      throw new ServiceError('UnauthorizedError', 'The token of the share is needed')
    default:
      return actor
  }
}

/** Whether the token is not kept from this right. */
function isWithin({ limitedTo }: UserActor, right: string): boolean {
  return limitedTo?.has(right) ?? true
}

/** An API token acts for its user, except where credentials are created or changed; it may revoke itself. */
function authorizeSelf(
  access: Access & { who: 'self' },
  caller: Caller,
  actor: UserActor,
  params: Record<string, unknown>,
): Actor {
  const isUser = params[access.param] === actor.userId
  if (caller.isProgram && (access.inPerson === 'always' || (isUser && access.inPerson === true))) {
    const isOnItself = access.ownToken !== undefined && params[access.ownToken] === caller.sessionId
    if (!isOnItself) throw missingPerson()
  }
  if (isUser || (access.or !== undefined && actor.systemRights.has(access.or))) return actor
  throw missingRight(access.or ?? 'to be this user')
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
  caller: Caller,
  anyOf: readonly ProductionRight[],
  productionId: number,
  evenDeleted: boolean,
): Promise<Actor> {
  const actor = toActor(caller)
  const standing = await recallStanding(platform, productionId, actor.userId)
  if (!standing || (standing.deleted !== null && !evenDeleted)) throw notFound('Production', productionId)
  const isSupport = actor.systemRights.has('SUPPORT')
  const held = isSupport ? allRights : new Set(standing.rights)
  const rights = actor.limitedTo ? held.intersection(actor.limitedTo) : held
  const may = anyOf.length === 0 ? isSupport || standing.isParticipant : anyOf.some(right => rights.has(right))
  if (!may) throw missingRight(anyOf.join(' or ') || 'PRODUCTION_VIEW')
  if (!isSupport) await assertFactorRule(platform, standing.accountId, caller)
  return { ...actor, rights: rights as ReadonlySet<ProductionRight> }
}
