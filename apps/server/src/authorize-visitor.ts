/** The gate for those who came through a share. */

import { type Access, missingRight, notFound, ServiceError } from '@rushes/contract'
import type { Session } from './modules/authentication/index.ts'
import { findStanding } from './modules/productions/index.ts'
import { assertInsideShare, assertShareToken, findVisitor } from './modules/sharing/index.ts'
import type { Actor, Platform, VisitorActor } from './platform/context.ts'

type Params = Record<string, unknown>

/**
 * The visitor of a share session, or a refusal, in this order: 401 when the share is deleted, 404 for another
 * production, 403 with the name of the permission that the share lacks, 404 for what lies outside the share. Nothing
 * is remembered between requests: a changed share counts from the next one.
 */
export async function authorizeVisitor(
  platform: Platform,
  access: Access,
  session: Session['row'],
  params: Params,
): Promise<Actor> {
  const visitor = await findVisitor(platform, session)
  if (!visitor) throw new ServiceError('UnauthorizedError', 'This share has ended')
  switch (access.who) {
    case 'any token':
      return visitor
    case 'share token':
      await assertProduction(platform, visitor.productionId, params)
      return visitor
    case 'production':
      await assertProduction(platform, visitor.productionId, params)
      return authorizeInShare(platform, access, visitor, params)
    case 'participant':
      await assertProduction(platform, visitor.productionId, params)
      throw missingRight('PRODUCTION_VIEW')
    case 'account':
    case 'system':
      throw missingRight(access.right)
    default:
      throw missingRight('to be a signed-in user')
  }
}

async function authorizeInShare(
  platform: Platform,
  access: Access & { who: 'production' },
  visitor: VisitorActor,
  params: Params,
): Promise<Actor> {
  const { share } = access
  if (!share) throw missingRight(access.anyOf.join(' or '))
  if (!share.anyOf.some(permission => visitor.permissions.has(permission))) throw missingRight(share.anyOf.join(' or '))
  await assertInsideShare(platform.database, visitor, share.scope, params)
  return visitor
}

/** The share token itself opens two calls, its login and `share/current`; the use case reads the share from it. */
export async function authorizeShareToken(platform: Platform, token: string, params: Params): Promise<Actor> {
  if (!(await assertShareToken(platform.database, token, Number(params.prId)))) {
    throw new ServiceError('UnauthorizedError', 'A valid token is needed')
  }
  await assertProduction(platform, Number(params.prId), params)
  return { kind: 'anonymous' }
}

/** Another production than the share's does not exist for a visitor, nor does a deleted one. */
async function assertProduction(platform: Platform, productionId: number, params: Params): Promise<void> {
  const asked = Number(params.prId)
  const nobody = 0
  const standing = asked === productionId ? await findStanding(platform.database, asked, nobody) : undefined
  if (!standing || standing.deleted !== null) throw notFound('Production', asked)
}
