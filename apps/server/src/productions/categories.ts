import {
  brokenRule,
  type Category,
  type CategoryCreation,
  type CategoryReplacement,
  notFound,
  staleVersion,
} from '@rushes/contract'
import { type Context, inTransaction, type Transaction } from '../platform/context.ts'
import { changedResourceColumns, newResourceColumns } from '../platform/database/resource-columns.ts'
import { assertPrecondition } from '../platform/precondition.ts'
import * as store from './category-store.ts'
import type { CategoryRow } from './tables.ts'
import { toCategory } from './to-production.ts'

export async function listCategories(ctx: Context, productionIds: readonly number[]): Promise<Category[]> {
  return (await store.listCategoryRows(ctx.db, productionIds)).map(toCategory)
}

async function getCategoryRow(ctx: Context, productionId: number, id: number): Promise<CategoryRow> {
  const row = await store.findCategory(ctx.db, productionId, id)
  if (!row) throw notFound('Category', id)
  return row
}

export async function getCategory(ctx: Context, productionId: number, id: number): Promise<Category> {
  return toCategory(await getCategoryRow(ctx, productionId, id))
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
      roles: JSON.stringify(request.roles ?? []),
    })
    publishCategory(ctx, row, 'Category.create')
    return toCategory(row)
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
      roles: JSON.stringify(request.roles ?? stored.roles),
    })
    if (!row) throw staleVersion('Category', id, (await getCategoryRow(ctx, productionId, id)).version)
    publishCategory(ctx, row, 'Category.update')
    return toCategory(row)
  })
}

export async function deleteCategory(ctx: Context, productionId: number, id: number): Promise<void> {
  await inTransaction(ctx, async ctx => {
    const row = await getCategoryRow(ctx, productionId, id)
    if (row.type !== 'USER_DEFINED') throw brokenRule('/id', 'only USER_DEFINED categories can be deleted')
    assertPrecondition(ctx, (await store.deleteCategoryRow(ctx.db, id))?.version)
    publishCategory(ctx, row, 'Category.delete')
  })
}

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
