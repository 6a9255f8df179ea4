import { brokenRule, notFound, type ProductionRight, type Role, ServiceError, staleVersion } from '@rushes/contract'
import { type Context, inTransaction } from '../../../platform/context.ts'
import { changedResourceColumns, newResourceColumns } from '../../../platform/database/resource-columns.ts'
import { assertPrecondition } from '../../../platform/http/answers/precondition.ts'
import { removeRoleFromCategories } from '../categories/store.ts'
import { toRole } from '../production/to-production.ts'
import type { RoleRow } from '../tables.ts'
import * as store from './store.ts'
import { publishRole } from './team-events.ts'

export async function listRoles(ctx: Context, productionId: number): Promise<Role[]> {
  return (await store.listRoleRows(ctx.db, [productionId])).map(toRole)
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
    if (!row) throw isTaken(name)
    await publishRole(ctx, row, 'Role.create')
    return toRole(row)
  })
}

/** Renames a role or changes what it permits, for everyone who has it; members that are absent stay. */
export async function updateRole(
  ctx: Context,
  productionId: number,
  id: number,
  request: RoleRequest & { version: number },
): Promise<Role> {
  return inTransaction(ctx, async ctx => {
    const stored = await getRoleRow(ctx, productionId, id)
    const name = toRoleName(request.name ?? stored.name)
    if (name !== stored.name && (await store.findRoleByName(ctx.db, productionId, name))) throw isTaken(name)
    const row = await store.updateRoleRow(ctx.db, id, request.version, {
      ...changedResourceColumns(ctx),
      name,
      permissions: [...new Set(request.permissions ?? stored.permissions)],
    })
    if (!row) throw staleVersion('Role', id, (await getRoleRow(ctx, productionId, id)).version)
    await publishRole(ctx, row, 'Role.update')
    return toRole(row)
  })
}

/** Deletes a role that nobody has; categories that named it do so no longer. */
export async function deleteRole(ctx: Context, productionId: number, id: number): Promise<void> {
  await inTransaction(ctx, async ctx => {
    const row = await getRoleRow(ctx, productionId, id)
    if (await store.isRoleInUse(ctx.db, productionId, id)) throw brokenRule('/id', 'someone in the team has this role')
    assertPrecondition(ctx, (await store.deleteRoleRow(ctx.db, id))?.version)
    await removeRoleFromCategories(ctx.db, productionId, id)
    await publishRole(ctx, row, 'Role.delete')
  })
}

async function getRoleRow(ctx: Context, productionId: number, id: number): Promise<RoleRow> {
  const row = await store.findRole(ctx.db, productionId, id)
  if (!row) throw notFound('Role', id)
  return row
}

/** A name as it is stored. Throws ValidationError for an empty one. */
export function toRoleName(name: string | undefined): string {
  const trimmed = name?.trim() ?? ''
  if (trimmed === '') throw brokenRule('/name', 'must not be empty')
  return trimmed
}

function isTaken(name: string): ServiceError {
  return new ServiceError('ConflictError', `The role ${name} exists`)
}
