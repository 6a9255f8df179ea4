import {
  brokenRule,
  type Invitation,
  notFound,
  type Participant,
  type ProductionRight,
  productionRights,
  type Role,
  ServiceError,
  staleVersion,
} from '@rushes/contract'
import { findUserByEmail, findUserById, listUsersById, toKey, toUser, type UserRow } from '../accounts/index.ts'
import { type Context, inTransaction, type Transaction } from '../platform/context.ts'
import { changedResourceColumns, newResourceColumns } from '../platform/database/resource-columns.ts'
import { type Listing, toPage } from '../platform/listing.ts'
import { assertPrecondition } from '../platform/precondition.ts'
import { forgetStandings } from './standing.ts'
import type { ParticipantRow, RoleRow } from './tables.ts'
import * as store from './team-store.ts'
import { toRole } from './to-production.ts'

/** The team, those who have not accepted yet among them. */
export async function listParticipants(ctx: Context, productionId: number, listing: Listing<Participant>) {
  const rows = await store.listParticipantRows(ctx.db, productionId)
  const users = await listUsersById(
    ctx.db,
    rows.flatMap(row => row.user_id ?? []),
  )
  const roles = await store.listRoleRows(ctx.db, productionId)
  const team = rows.map(row =>
    toParticipant(
      row,
      users.find(user => user.id === row.user_id),
      roles,
    ),
  )
  return toPage(team, listing)
}

function toParticipant(row: ParticipantRow, user: UserRow | undefined, roles: RoleRow[]): Participant {
  const held = roles.filter(role => row.role_ids.includes(role.id))
  const rights = new Set([...row.rights, ...held.flatMap(role => role.permissions)])
  const invitation = {
    roles: held.map(role => role.name),
    rights: productionRights.filter(right => rights.has(right)),
    invitationState: row.invitation_state,
  }
  if (user) return { ...toUser(user), ...invitation }
  const email = row.email_key ?? ''
  return { id: row.id, version: 1, modifiedBy: 'REST', username: email, email, type: 'UNREGISTERED', ...invitation }
}

async function getParticipant(ctx: Context, productionId: number, row: ParticipantRow): Promise<Participant> {
  const user = row.user_id === null ? undefined : await findUserById(ctx.db, row.user_id)
  return toParticipant(row, user, await store.listRoleRows(ctx.db, productionId))
}

/** Adds someone to the team: accepted at once by `userId`, or when the address belongs to a user; else pending. */
export async function addParticipant(ctx: Context, productionId: number, request: Invitation): Promise<Participant> {
  return inTransaction(ctx, async ctx => {
    const user = await findInvited(ctx, request)
    const row = await store.insertParticipant(ctx.db, {
      production_id: productionId,
      user_id: user?.id ?? null,
      email_key: user ? null : toKey(request.email ?? ''),
      ...(await toGrants(ctx, productionId, request)),
      invitation_state: user ? 'ACCEPTED' : 'PENDING',
      created: ctx.platform.clock.now(),
    })
    if (!row) throw new ServiceError('ConflictError', 'This person is in the team already')
    publishTeam(ctx, 'Team.add', productionId, row)
    return getParticipant(ctx, productionId, row)
  })
}

async function findInvited(ctx: Context, request: Invitation): Promise<UserRow | undefined> {
  if (request.userId !== undefined) {
    const user = await findUserById(ctx.db, request.userId)
    if (!user) throw notFound('User', request.userId)
    return user
  }
  if (request.email === undefined) throw brokenRule('/userId', 'or `email` is needed')
  if (!/^[^\s@]+@[^\s@]+$/.test(request.email)) throw brokenRule('/email', 'is not an email address')
  return findUserByEmail(ctx.db, request.email)
}

/** Roles by name and rights by themselves: what is given replaces what was held. */
async function toGrants(ctx: Context, productionId: number, request: Invitation) {
  if (request.roles === undefined && request.rights === undefined) {
    throw brokenRule('/roles', 'or `rights` is needed')
  }
  const roles = await store.listRoleRows(ctx.db, productionId)
  const roleIds = (request.roles ?? []).map(name => {
    const role = roles.find(role => role.name === name)
    if (!role) throw brokenRule('/roles', `${name} is not a role of this production`)
    return role.id
  })
  return { role_ids: roleIds, rights: [...new Set<ProductionRight>(request.rights ?? [])] }
}

export async function updateParticipant(
  ctx: Context,
  productionId: number,
  userId: number,
  request: Invitation,
): Promise<Participant> {
  return inTransaction(ctx, async ctx => {
    const stored = await getParticipantRow(ctx, productionId, userId)
    const grants = await toGrants(ctx, productionId, request)
    const row = await store.updateParticipantRow(ctx.db, stored.id, grants)
    publishTeam(ctx, 'Team.add', productionId, row)
    return getParticipant(ctx, productionId, row)
  })
}

async function getParticipantRow(ctx: Context, productionId: number, userId: number): Promise<ParticipantRow> {
  const row = await store.findParticipant(ctx.db, productionId, userId)
  if (!row) throw notFound('Participant', userId)
  return row
}

export async function removeParticipant(ctx: Context, productionId: number, userId: number): Promise<void> {
  await inTransaction(ctx, async ctx => {
    const row = await getParticipantRow(ctx, productionId, userId)
    await store.deleteParticipantRow(ctx.db, row.id)
    publishTeam(ctx, 'Team.remove', productionId, row)
  })
}

function publishTeam(ctx: Transaction, type: 'Team.add' | 'Team.remove', productionId: number, row: ParticipantRow) {
  forgetStandings(ctx)
  ctx.publish({
    type,
    productionId,
    object: { objectType: 'User', ...(row.user_id === null ? {} : { id: row.user_id }) },
  })
}

export async function listRoles(ctx: Context, productionId: number): Promise<Role[]> {
  return (await store.listRoleRows(ctx.db, productionId)).map(toRole)
}

type RoleRequest = { name?: string; permissions?: ProductionRight[] }

export async function createRole(ctx: Context, productionId: number, request: RoleRequest): Promise<Role> {
  const name = toRoleName(request.name)
  return inTransaction(ctx, async ctx => {
    const row = await store.insertRole(ctx.db, {
      ...newResourceColumns(ctx),
      production_id: productionId,
      name,
      permissions: [...new Set(request.permissions ?? [])],
    })
    if (!row) throw new ServiceError('ConflictError', `The role ${name} exists`)
    publishRole(ctx, productionId, row.id, 'Role.create')
    return toRole(row)
  })
}

export async function updateRole(
  ctx: Context,
  productionId: number,
  id: number,
  request: RoleRequest & { version: number },
): Promise<Role> {
  return inTransaction(ctx, async ctx => {
    const stored = await getRoleRow(ctx, productionId, id)
    const row = await store.updateRoleRow(ctx.db, id, request.version, {
      ...changedResourceColumns(ctx),
      name: toRoleName(request.name ?? stored.name),
      permissions: [...new Set(request.permissions ?? [])],
    })
    if (!row) throw staleVersion('Role', id, (await getRoleRow(ctx, productionId, id)).version)
    publishRole(ctx, productionId, id, 'Role.update')
    return toRole(row)
  })
}

export async function deleteRole(ctx: Context, productionId: number, id: number): Promise<void> {
  await inTransaction(ctx, async ctx => {
    await getRoleRow(ctx, productionId, id)
    if (await store.isRoleInUse(ctx.db, productionId, id)) throw brokenRule('/id', 'someone in the team has this role')
    assertPrecondition(ctx, (await store.deleteRoleRow(ctx.db, id))?.version)
    publishRole(ctx, productionId, id, 'Role.delete')
  })
}

async function getRoleRow(ctx: Context, productionId: number, id: number): Promise<RoleRow> {
  const row = await store.findRole(ctx.db, productionId, id)
  if (!row) throw notFound('Role', id)
  return row
}

function toRoleName(name: string | undefined): string {
  const trimmed = name?.trim() ?? ''
  if (trimmed === '') throw brokenRule('/name', 'must not be empty')
  return trimmed
}

function publishRole(ctx: Transaction, productionId: number, id: number, verb: string): void {
  forgetStandings(ctx)
  ctx.publish({ type: 'Activity', verb, productionId, object: { objectType: 'Role', id } })
}
