import {
  brokenRule,
  type Category,
  type CategoryCreation,
  type CategoryReplacement,
  notFound,
  staleVersion,
} from '@rushes/contract'
import { type Context, inTransaction, type Transaction } from '../../../platform/context.ts'
import { changedResourceColumns, newResourceColumns } from '../../../platform/database/resource-columns.ts'
import { assertPrecondition } from '../../../platform/http/answers/precondition.ts'
import { toCategory } from '../production/to-production.ts'
import type { CategoryRow, RoleRow } from '../tables.ts'
import { listRoleRows } from '../team/store.ts'
import * as store from './store.ts'

export async function listCategories(ctx: Context, productionIds: readonly number[]): Promise<Category[]> {
  const rows = await store.listCategoryRows(ctx.db, productionIds)
  const roles = await listRoleRows(
    ctx.db,
    rows.flatMap(row => (row.role_ids.length > 0 ? [row.production_id] : [])),
  )
  return rows.map(row => toCategory(row, roles))
}

async function getCategoryRow(ctx: Context, productionId: number, id: number): Promise<CategoryRow> {
  const row = await store.findCategory(ctx.db, productionId, id)
  if (!row) throw notFound('Category', id)
  return row
}

export async function getCategory(ctx: Context, productionId: number, id: number): Promise<Category> {
  return showCategory(ctx, await getCategoryRow(ctx, productionId, id))
}

async function showCategory(ctx: Context, row: CategoryRow): Promise<Category> {
  return toCategory(row, row.role_ids.length > 0 ? await listRoleRows(ctx.db, [row.production_id]) : [])
}

/** The roles that a category is for: each by its name or its id, or as the role itself. */
async function toRoleIds(ctx: Context, productionId: number, given: readonly unknown[]): Promise<number[]> {
  if (given.length === 0) return []
  const roles = await listRoleRows(ctx.db, [productionId])
  const ids = given.map((wanted, index) => {
    const role = roles.find(role => isRole(role, wanted))
    if (!role) throw brokenRule(`/roles/${index}`, 'is no role of this production')
    return role.id
  })
  return [...new Set(ids)].sort((a, b) => a - b)
}

function isRole({ id, name }: RoleRow, wanted: unknown): boolean {
  if (typeof wanted !== 'object' || wanted === null) return wanted === id || wanted === name
  if ('id' in wanted) return wanted.id === id
  return 'name' in wanted && wanted.name === name
}

/** Creates a category of the users' own, behind those there are. */
export async function createCategory(ctx: Context, productionId: number, request: CategoryCreation): Promise<Category> {
  if (request.type !== undefined && request.type !== 'USER_DEFINED') {
    throw brokenRule('/type', 'only USER_DEFINED categories can be created')
  }
  const name = toName(request.name)
  return inTransaction(ctx, async ctx => {
    const last = (await store.listCategoryRows(ctx.db, [productionId])).at(-1)
    const row = await store.insertCategory(ctx.db, {
      ...newResourceColumns(ctx),
      production_id: productionId,
      name,
      description: request.description ?? null,
      type: 'USER_DEFINED',
      position: request.index ?? (last?.position ?? -1) + 1,
      include_roles: request.includeRoles ?? false,
      role_ids: await toRoleIds(ctx, productionId, request.roles ?? []),
    })
    publishCategory(ctx, row, 'Category.create')
    return showCategory(ctx, row)
  })
}

export async function updateCategory(
  ctx: Context,
  productionId: number,
  id: number,
  request: CategoryReplacement,
): Promise<Category> {
  return inTransaction(ctx, async ctx => {
    const stored = await getCategoryRow(ctx, productionId, id)
    const row = await store.updateCategoryRow(ctx.db, id, request.version, {
      ...changedResourceColumns(ctx),
      name: toName(request.name ?? stored.name),
      description: request.description ?? null,
      position: request.index ?? stored.position,
      include_roles: request.includeRoles ?? stored.include_roles,
      ...(request.roles === undefined ? {} : { role_ids: await toRoleIds(ctx, productionId, request.roles) }),
    })
    if (!row) throw staleVersion('Category', id, (await getCategoryRow(ctx, productionId, id)).version)
    publishCategory(ctx, row, 'Category.update')
    return showCategory(ctx, row)
  })
}

/** Deletes a category in which no collection stands. */
export async function deleteCategory(ctx: Context, productionId: number, id: number): Promise<void> {
  await inTransaction(ctx, async ctx => {
    const row = await getCategoryRow(ctx, productionId, id)
    if (row.type !== 'USER_DEFINED') throw brokenRule('/id', 'only USER_DEFINED categories can be deleted')
    assertPrecondition(ctx, (await store.deleteCategoryRow(ctx.db, id))?.version)
    publishCategory(ctx, row, 'Category.delete')
  }).catch(error => {
    if (error.code === foreignKeyViolation) throw brokenRule('/id', 'a collection is in this category')
    throw error
  })
}

const foreignKeyViolation = '23503'

function toName(name: string | undefined): string {
  const trimmed = name?.trim() ?? ''
  if (trimmed === '') throw brokenRule('/name', 'must not be empty')
  return trimmed
}

function publishCategory(ctx: Transaction, row: CategoryRow, verb: string): void {
  ctx.publish({
    type: 'Activity',
    verb,
    productionId: row.production_id,
    object: { objectType: 'Category', id: row.id, name: row.name },
  })
}

/** The category of a type that every production begins with. */
export async function findDefaultCategory(
  ctx: Context,
  productionId: number,
  type: NonNullable<Category['type']>,
): Promise<Category | undefined> {
  return (await listCategories(ctx, [productionId])).find(category => category.type === type)
}
