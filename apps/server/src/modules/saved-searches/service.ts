import {
  notFound,
  type Page,
  type SavedSearch,
  type SavedSearchCreation,
  type SavedSearchReplacement,
  ServiceError,
  staleVersion,
} from '@rushes/contract'
import { type Context, inTransaction, type Transaction, type UserActor } from '../../platform/context.ts'
import {
  changedResourceColumns,
  newResourceColumns,
  toResourceFields,
} from '../../platform/database/resource-columns.ts'
import { type Listing, toPage } from '../../platform/http/answers/listing.ts'
import { assertPrecondition } from '../../platform/http/answers/precondition.ts'
import { assertStorable } from '../../platform/text/storable.ts'
import { assertMayShare, assertSearchable, mostPerUser, toName } from './policy.ts'
import * as store from './store.ts'
import type { SavedSearchRow } from './tables.ts'

const objectType = 'SavedSearch'
const largestPlace = 2147483647

/** The caller's own searches and those that are shared, by their order. */
export async function listSavedSearches(
  ctx: Context,
  productionId: number,
  listing: Listing<SavedSearch>,
): Promise<Page<SavedSearch>> {
  const rows = await store.listVisible(ctx.db, toViewer(ctx, productionId))
  return toPage(rows.map(toResource), listing)
}

export async function getSavedSearch(ctx: Context, productionId: number, id: number): Promise<SavedSearch> {
  const row = await store.findVisible(ctx.db, toViewer(ctx, productionId), id)
  if (!row) throw notFound(objectType, id)
  return toResource(row)
}

/** Keeps a search, behind the caller's others unless it says where. */
export async function createSavedSearch(
  ctx: Context,
  productionId: number,
  request: SavedSearchCreation,
): Promise<SavedSearch> {
  const { parameters = {}, shared = false } = request
  const viewer = toViewer(ctx, productionId)
  if (shared) assertMayShare(getUser(ctx))
  assertStorable(parameters)
  assertSearchable(parameters)
  return inTransaction(ctx, async ctx => {
    const { count, last } = await store.lockOwn(ctx.db, viewer)
    if (count >= mostPerUser) {
      throw new ServiceError('ConflictError', `A user keeps at most ${mostPerUser} searches in a production`)
    }
    const row = await store.insertSavedSearch(ctx.db, {
      ...newResourceColumns(ctx),
      creator_id: viewer.userId,
      production_id: productionId,
      name: toName(request.name),
      parameters: JSON.stringify(parameters),
      shared,
      position: request.order ?? Math.min(last + 1, largestPlace),
    })
    publish(ctx, row, 'create')
    return toResource(row)
  })
}

/** Changes a search; what the request does not name stays. */
export async function updateSavedSearch(
  ctx: Context,
  productionId: number,
  id: number,
  request: SavedSearchReplacement,
): Promise<SavedSearch> {
  return inTransaction(ctx, async ctx => {
    const stored = await lock(ctx, productionId, id)
    const { name = stored.name, parameters = stored.parameters, shared = stored.shared } = request
    if (shared) assertMayShare(getUser(ctx))
    assertPrecondition(ctx, stored.version)
    if (request.version !== stored.version) throw staleVersion(objectType, id, stored.version)
    assertStorable(parameters)
    assertSearchable(parameters)
    const row = await store.updateSavedSearch(ctx.db, id, {
      ...changedResourceColumns(ctx),
      name: toName(name),
      parameters: JSON.stringify(parameters),
      shared,
      position: request.order ?? stored.position,
    })
    publish(ctx, row, 'update')
    return toResource(row)
  })
}

export async function deleteSavedSearch(ctx: Context, productionId: number, id: number): Promise<SavedSearch> {
  return inTransaction(ctx, async ctx => {
    const stored = await lock(ctx, productionId, id)
    assertPrecondition(ctx, stored.version)
    await store.deleteSavedSearch(ctx.db, id)
    publish(ctx, stored, 'delete')
    return toResource(stored)
  })
}

/** The search, locked, for somebody who may change it. */
async function lock(ctx: Transaction, productionId: number, id: number): Promise<SavedSearchRow> {
  const row = await store.lockVisible(ctx.db, toViewer(ctx, productionId), id)
  if (!row) throw notFound(objectType, id)
  if (row.shared) assertMayShare(getUser(ctx))
  return row
}

function toViewer(ctx: Context, productionId: number): store.Viewer {
  return { productionId, userId: getUser(ctx).userId }
}

/** The endpoints let users in, and nobody else. */
function getUser({ actor }: Context): UserActor {
  if (actor.kind !== 'user') throw new ServiceError('ForbiddenError', 'Searches are kept by users')
  return actor
}

function toResource(row: SavedSearchRow): SavedSearch {
  return {
    ...toResourceFields(row),
    objectType,
    productionId: row.production_id,
    name: row.name,
    parameters: row.parameters,
    shared: row.shared,
    order: row.position,
  }
}

/** The log is read by the whole production: what one person calls a search of their own is not told there. */
function publish(ctx: Transaction, row: SavedSearchRow, verb: 'create' | 'update' | 'delete'): void {
  const { id, production_id: productionId, name, shared, version } = row
  ctx.publish({
    type: 'Activity',
    verb: `${objectType}.${verb}`,
    productionId,
    object: { objectType, id, version, shared, ...(shared && { name }) },
  })
}
