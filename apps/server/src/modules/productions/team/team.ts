import {
  brokenRule,
  type Invitation,
  isEmail,
  notFound,
  type Participant,
  type ProductionRight,
  productionRights,
  ServiceError,
} from '@rushes/contract'
import { type Context, inTransaction, type Transaction } from '../../../platform/context.ts'
import { type Listing, toPage } from '../../../platform/http/answers/listing.ts'
import { withoutNulls } from '../../../platform/text/without-nulls.ts'
import {
  findAccount,
  findUserByEmail,
  findUserById,
  listUsersById,
  toKey,
  toUser,
  type UserRow,
} from '../../accounts/index.ts'
import { inviteAsCaller, sendInvitation } from '../invitations/invite.ts'
import { toInvitationState } from '../policy.ts'
import { findAccountIdOfProduction } from '../production/store.ts'
import type { ParticipantRow, RoleRow } from '../tables.ts'
import * as store from './store.ts'
import { publishTeam } from './team-events.ts'

/** The team, those who have not accepted yet among them. */
export async function listParticipants(ctx: Context, productionId: number, listing: Listing<Participant>) {
  const rows = await store.listParticipantRows(ctx.db, productionId)
  const users = await listUsersById(
    ctx.db,
    rows.flatMap(row => row.user_id ?? []),
  )
  const userById = new Map(users.map(user => [user.id, user]))
  const team = await readTeamFacts(ctx, productionId)
  return toPage(
    rows.map(row => toParticipant(row, userById.get(row.user_id ?? 0), team)),
    listing,
  )
}

/** What is the same for the whole team. */
interface TeamFacts {
  roles: RoleRow[]
  needsFactor: boolean
  now: number
}

async function readTeamFacts(ctx: Context, productionId: number): Promise<TeamFacts> {
  const accountId = await findAccountIdOfProduction(ctx.db, productionId)
  const account = accountId === undefined ? undefined : await findAccount(ctx.db, accountId)
  return {
    roles: await store.listRoleRows(ctx.db, [productionId]),
    needsFactor: account?.two_factor_authentication_required === true,
    now: ctx.platform.clock.now(),
  }
}

/** Someone invited has the id of the invitation until they are a user. */
function toParticipant(
  row: ParticipantRow,
  user: UserRow | undefined,
  { roles, needsFactor, now }: TeamFacts,
): Participant {
  const held = roles.filter(role => row.role_ids.includes(role.id))
  const rights = new Set([...row.rights, ...held.flatMap(role => role.permissions)])
  const invitation = {
    roles: held.map(role => role.name),
    rights: productionRights.filter(right => rights.has(right)),
    invitationState: toInvitationState(row, now, needsFactor && (user?.second_factor_since ?? null) === null),
  }
  if (user) return { ...toUser(user), ...invitation }
  const email = row.email ?? row.email_key ?? ''
  const fate = withoutNulls({ invitationFailure: row.undelivered, invitationExpires: row.expires })
  return {
    id: row.id,
    version: 1,
    modifiedBy: 'REST',
    username: email,
    email,
    type: 'UNREGISTERED',
    ...fate,
    ...invitation,
  }
}

async function showParticipant(ctx: Context, row: ParticipantRow): Promise<Participant> {
  const user = row.user_id === null ? undefined : await findUserById(ctx.db, row.user_id)
  return toParticipant(row, user, await readTeamFacts(ctx, row.production_id))
}

/**
 * Adds someone to the team: accepted at once by `userId`, or when the address belongs to a user; else pending, and told
 * by mail. An expired invitation is renewed.
 */
export async function addParticipant(ctx: Context, productionId: number, request: Invitation): Promise<Participant> {
  return inTransaction(ctx, async ctx => {
    const user = await findInvited(ctx, request)
    const grants = await toGrants(ctx, productionId, request)
    const { row, shown }: Added = user
      ? { row: await addUser(ctx, productionId, user, grants) }
      : await invite(ctx, productionId, request.email?.trim() ?? '', grants)
    if (!row) throw new ServiceError('ConflictError', 'This person is in the team already')
    await publishTeam(ctx, 'Team.add', row)
    return { ...(await showParticipant(ctx, row)), ...shown }
  })
}

interface Added {
  /** Nothing for somebody who is in the team, or is invited, already. */
  row: ParticipantRow | undefined
  /** What the caller learns of an invitation. */
  shown?: Pick<Participant, 'invitationToken'>
}

type Grants = Pick<ParticipantRow, 'role_ids' | 'rights'>

async function addUser(ctx: Transaction, productionId: number, user: UserRow, grants: Grants) {
  const row = await store.insertParticipant(ctx.db, {
    production_id: productionId,
    user_id: user.id,
    email_key: null,
    ...grants,
    invitation_state: 'ACCEPTED',
    created: ctx.platform.clock.now(),
  })
  const isOwnDoing = ctx.actor.kind === 'user' && ctx.actor.userId === user.id
  if (row && !isOwnDoing) await sendInvitation(ctx, productionId, { email: user.email, token: undefined })
  return row
}

/** The invitation; nothing when the address has one that can be accepted still. */
async function invite(ctx: Transaction, productionId: number, email: string, grants: Grants): Promise<Added> {
  const { columns, token, shown } = await inviteAsCaller(ctx, productionId)
  const created = ctx.platform.clock.now()
  const stored = await store.lockInvitation(ctx.db, productionId, toKey(email))
  if (stored && (stored.expires ?? 0) > created) return { row: undefined }
  const invitation = { ...columns, ...grants, email, created }
  const row = stored
    ? await store.updateParticipantRow(ctx.db, stored.id, invitation)
    : await store.insertParticipant(ctx.db, {
        production_id: productionId,
        user_id: null,
        email_key: toKey(email),
        invitation_state: 'PENDING',
        ...invitation,
      })
  if (row) await sendInvitation(ctx, productionId, { id: row.id, email, token })
  return { row, shown }
}

async function findInvited(ctx: Context, request: Invitation): Promise<UserRow | undefined> {
  if (request.userId !== undefined) {
    const user = await findUserById(ctx.db, request.userId)
    if (!user) throw notFound('User', request.userId)
    return user
  }
  if (request.email === undefined) throw brokenRule('/userId', 'or `email` is needed')
  if (!isEmail(request.email.trim())) throw brokenRule('/email', 'is not an email address')
  const user = await findUserByEmail(ctx.db, request.email)
  // An address that its user merely claims is asked for by mail like one that belongs to nobody.
  return user?.email_verified === true ? user : undefined
}

/** Roles by name and rights by themselves: what is given replaces what was held. */
async function toGrants(ctx: Context, productionId: number, request: Invitation): Promise<Grants> {
  if (request.roles === undefined && request.rights === undefined) {
    throw brokenRule('/roles', 'or `rights` is needed')
  }
  const roles = await store.listRoleRows(ctx.db, [productionId])
  const roleIds = (request.roles ?? []).map(name => {
    const role = roles.find(role => role.name === name)
    if (!role) throw brokenRule('/roles', `${name} is not a role of this production`)
    return role.id
  })
  return { role_ids: [...new Set(roleIds)], rights: [...new Set<ProductionRight>(request.rights ?? [])] }
}

/** Gives a participant other roles or rights; `userId` is the id of the invitation for someone who is no user yet. */
export async function updateParticipant(
  ctx: Context,
  productionId: number,
  userId: number,
  request: Invitation,
): Promise<Participant> {
  return inTransaction(ctx, async ctx => {
    const stored = await lockParticipant(ctx, productionId, userId)
    const row = await store.updateParticipantRow(ctx.db, stored.id, await toGrants(ctx, productionId, request))
    await publishTeam(ctx, 'Team.add', row)
    return showParticipant(ctx, row)
  })
}

async function lockParticipant(ctx: Transaction, productionId: number, userId: number): Promise<ParticipantRow> {
  const row = await store.lockParticipant(ctx.db, productionId, userId)
  if (!row) throw notFound('Participant', userId)
  return row
}

/** Invites someone once more who has not accepted: the link in the new mail is the one that counts, for another two weeks. */
export async function resendInvitation(ctx: Context, productionId: number, id: number): Promise<Participant> {
  return inTransaction(ctx, async ctx => {
    const stored = await lockParticipant(ctx, productionId, id)
    const email = stored.email ?? stored.email_key
    if (email === null) throw brokenRule('/userId', 'is in the team already')
    const { columns, token, shown } = await inviteAsCaller(ctx, productionId)
    const row = await store.updateParticipantRow(ctx.db, stored.id, columns)
    await publishTeam(ctx, 'Team.add', row)
    await sendInvitation(ctx, productionId, { id: row.id, email, token })
    return { ...(await showParticipant(ctx, row)), ...shown }
  })
}

/** Takes someone out of the team, or an invitation back. */
export async function removeParticipant(ctx: Context, productionId: number, userId: number): Promise<void> {
  await inTransaction(ctx, async ctx => {
    const row = await lockParticipant(ctx, productionId, userId)
    await store.deleteParticipantRow(ctx.db, row.id)
    await publishTeam(ctx, 'Team.remove', row)
  })
}
