import { isDeepStrictEqual } from 'node:util'
import {
  brokenRule,
  type CollectionType,
  collectionDetails,
  type EditorialObject,
  type EditorialObjectCreation,
  type EditorialObjectReplacement,
  EditorialObjectReplacement as EditorialObjectReplacementShape,
  type JsonPatch,
  notFound,
  type Page,
  ServiceError,
  staleVersion,
} from '@rushes/contract'
import { type Context, inTransaction, type Transaction } from '../../platform/context.ts'
import { changedResourceColumns, newResourceColumns } from '../../platform/database/resource-columns.ts'
import { type Listing, toPage } from '../../platform/http/answers/listing.ts'
import { assertPrecondition } from '../../platform/http/answers/precondition.ts'
import { applyPatch, listPatchedMembers } from '../../platform/text/json-patch.ts'
import { assertStorable } from '../../platform/text/storable.ts'
import { createValidator } from '../../platform/text/validate.ts'
import { detachAnnotations, indexEntries } from '../annotations/index.ts'
import { type FieldBearers, settleCustomFields } from '../custom-fields/index.ts'
import { findDefaultCategory, getCategory } from '../productions/index.ts'
import { indexCollections } from './documents.ts'
import { assertCategory, assertPlace, toDefaultCategoryType } from './policy.ts'
import * as store from './store.ts'
import type { CollectionDetails, CollectionRow } from './tables.ts'
import { toEditorialObject } from './to-editorial-object.ts'

declare module '../../platform/module.ts' {
  interface Services {
    /** Called before collections are deleted, in the same transaction. */
    readonly endSharesOfCollections: (
      ctx: Transaction,
      productionId: number,
      collectionIds: readonly number[],
    ) => Promise<void>
  }
}

export async function getCollection(ctx: Context, productionId: number, id: number): Promise<CollectionRow> {
  const row = await store.findCollection(ctx.db, productionId, id)
  if (!row) throw notFound('EditorialObject', id)
  return row
}

/** The collections of a production, in the page the caller asks for. */
export async function listCollections(
  ctx: Context,
  productionId: number,
  listing: Listing<EditorialObject>,
): Promise<Page<EditorialObject>> {
  const rows = await store.listCollectionRows(ctx.db, productionId)
  return toPage(
    rows.map(row => toEditorialObject(row, ctx.platform.publicUrl)),
    listing,
  )
}

/** Creates a collection, behind its siblings unless it says where. */
export async function createCollection(
  ctx: Context,
  productionId: number,
  request: EditorialObjectCreation,
): Promise<EditorialObject> {
  const type = request.objectType ?? 'Notebook'
  return inTransaction(ctx, async ctx => {
    const parent = await holdParent(ctx, productionId, request.parentId)
    assertPlace(type, parent?.object_type)
    const parentId = parent?.id ?? null
    const bearer = { objectType: type, funnel: request.funnel }
    const row = await store.insertCollection(ctx.db, {
      ...newResourceColumns(ctx),
      production_id: productionId,
      object_type: type,
      funnel: request.funnel ?? null,
      parent_id: parentId,
      category_id: await findCategoryId(ctx, productionId, type, request.categoryId, parent),
      sub_objects_index: request.subObjects_index ?? (await findNextIndex(ctx, productionId, parentId)),
      details: JSON.stringify(toDetails(request)),
      custom_fields: toFreeForm({
        customFields: await settleCustomFields(ctx, productionId, bearer, request.customFields ?? {}),
      }),
      system_fields: toFreeForm({ systemFields: request.systemFields }),
    })
    return announce(ctx, row, 'EditorialObject.create')
  })
}

/**
 * Replaces what a collection tells about itself: absent texts are removed. Its place (`parentId`, `categoryId`,
 * `subObjects_index`) and its custom fields stay where they are not named.
 */
export async function updateCollection(
  ctx: Context,
  productionId: number,
  id: number,
  request: EditorialObjectReplacement,
): Promise<EditorialObject> {
  return inTransaction(ctx, async ctx => {
    const stored = await getCollection(ctx, productionId, id)
    const { parent_id: parentId, category_id: categoryId } = stored
    return write(ctx, stored, {
      ...(parentId === null ? {} : { parentId }),
      ...(categoryId === null ? {} : { categoryId }),
      subObjects_index: stored.sub_objects_index,
      customFields: stored.custom_fields,
      systemFields: stored.system_fields,
      ...request,
    })
  })
}

/** What of a collection a patch may change. */
const patchable = new Set([
  ...Object.keys(collectionDetails),
  'funnel',
  'parentId',
  'categoryId',
  'subObjects_index',
  'customFields',
  'systemFields',
])
const assertShape = createValidator(EditorialObjectReplacementShape, 'ValidationError')

/** Applies a JSON Patch to a collection; removing `/parentId` takes a Notebook to the top. A failed `test` is a conflict. */
export async function patchCollection(
  ctx: Context,
  productionId: number,
  id: number,
  patch: JsonPatch,
): Promise<EditorialObject> {
  const members = listPatchedMembers(patch)
  const refused = members.find(name => !patchable.has(name))
  if (refused !== undefined) throw brokenRule(`/${refused}`, 'cannot be changed by a patch')
  return inTransaction(ctx, async ctx => {
    // Before the collection's own lock, as in a deletion, so that the two cannot wait for each other.
    if (members.includes('parentId')) await store.lockMoves(ctx.db, productionId)
    const stored = await store.lockForChange(ctx.db, productionId, id)
    if (!stored) throw notFound('EditorialObject', id)
    assertPrecondition(ctx, stored.version)
    const patched = applyPatch(toEditorialObject(stored, ctx.platform.publicUrl), patch)
    assertShape(patched)
    return write(ctx, stored, patched)
  })
}

/** Writes the wanted state, whole, over the stored one, at the version that it names. */
async function write(
  ctx: Transaction,
  stored: CollectionRow,
  wanted: EditorialObjectReplacement,
): Promise<EditorialObject> {
  const { id, production_id: productionId, object_type: type, category_id: categoryId } = stored
  if (wanted.objectType !== undefined && wanted.objectType !== type) {
    throw brokenRule('/objectType', `this is a ${type}, and stays one`)
  }
  const parentId = wanted.parentId ?? null
  if (parentId !== stored.parent_id) await assertMove(ctx, stored, wanted.parentId)
  const bearer = { objectType: type, funnel: wanted.funnel }
  const { customFields = {} } = wanted
  // It may have been in one that holds no collections of its kind before that was checked.
  const isSameCategory = categoryId !== null && wanted.categoryId === categoryId
  const row = await store.updateCollectionRow(ctx.db, id, wanted.version, {
    ...changedResourceColumns(ctx),
    funnel: wanted.funnel ?? null,
    parent_id: parentId,
    category_id: isSameCategory ? categoryId : await findCategoryId(ctx, productionId, type, wanted.categoryId),
    sub_objects_index: wanted.subObjects_index ?? stored.sub_objects_index,
    details: JSON.stringify(toDetails(wanted)),
    custom_fields: toFreeForm({
      customFields: await settleCustomFields(ctx, productionId, bearer, customFields, stored.custom_fields),
    }),
    system_fields: toFreeForm({ systemFields: wanted.systemFields }),
  })
  if (!row) throw staleVersion('EditorialObject', id, (await getCollection(ctx, productionId, id)).version)
  if (row.funnel !== stored.funnel) await indexEntries(ctx, id)
  return announce(ctx, row, 'EditorialObject.update')
}

/** Changes the custom fields of a collection where the service itself has a reason to; one that is gone is passed over. */
export const replaceCollectionCustomFields: FieldBearers['write'] = async (ctx, productionId, id, change) => {
  const stored = await store.lockForChange(ctx.db, productionId, id)
  if (!stored) return
  const after = change(stored.custom_fields)
  if (isDeepStrictEqual(after, stored.custom_fields)) return
  const changed = { ...changedResourceColumns(ctx), custom_fields: JSON.stringify(after) }
  const row = await store.updateCollectionRow(ctx.db, id, stored.version, changed)
  await announce(ctx, row!, 'EditorialObject.update')
}

async function assertMove(ctx: Transaction, stored: CollectionRow, parentId: number | undefined): Promise<void> {
  await store.lockMoves(ctx.db, stored.production_id)
  const parent = await holdParent(ctx, stored.production_id, parentId)
  assertPlace(stored.object_type, parent?.object_type)
  if (parent && (await store.isBelow(ctx.db, parent.id, stored.id))) {
    throw brokenRule('/parentId', 'a collection cannot stand below itself')
  }
}

/** Deletes a collection and those below it: their shares end, their entries are detached and stay as annotations. */
export async function deleteCollection(ctx: Context, productionId: number, id: number): Promise<EditorialObject> {
  return inTransaction(ctx, async ctx => {
    // No collection may move in below while the ones below are counted.
    await store.lockMoves(ctx.db, productionId)
    const row = await store.lockForDeletion(ctx.db, productionId, id)
    if (!row) throw notFound('EditorialObject', id)
    assertPrecondition(ctx, row.version)
    const ids = await lockBelow(ctx, productionId, id)
    await ctx.platform.services.endSharesOfCollections(ctx, productionId, ids)
    for (const each of ids) await detachAnnotations(ctx, productionId, each)
    await store.deleteCollectionRow(ctx.db, id)
    indexCollections(ctx, ids)
    for (const each of ids) publishCollection(ctx, productionId, each, 'EditorialObject.delete')
    const gone = { ...row, version: row.version + 1 }
    return { ...toEditorialObject(gone, ctx.platform.publicUrl), deleted: ctx.platform.clock.now() }
  })
}

/** Locks what stands below a locked collection, level by level, until nothing new is found. */
async function lockBelow(ctx: Transaction, productionId: number, rootId: number): Promise<number[]> {
  const locked = new Set([rootId])
  for (;;) {
    const ids = await store.listCollectionIds(ctx.db, rootId)
    const found = ids.filter(id => !locked.has(id))
    if (found.length === 0) return ids
    for (const id of found) {
      await store.lockForDeletion(ctx.db, productionId, id)
      locked.add(id)
    }
  }
}

async function holdParent(
  ctx: Transaction,
  productionId: number,
  parentId: number | undefined,
): Promise<CollectionRow | undefined> {
  if (parentId === undefined) return undefined
  const parent = await store.holdCollection(ctx.db, productionId, parentId)
  if (!parent) throw brokenRule('/parentId', `there is no collection ${parentId} in this production`)
  return parent
}

/** Every collection belongs to one category: the one named, else its parent's, else the default of its kind. */
async function findCategoryId(
  ctx: Transaction,
  productionId: number,
  type: CollectionType,
  wanted: number | undefined,
  parent?: CollectionRow,
): Promise<number | null> {
  if (wanted !== undefined) {
    const category = await getCategory(ctx, productionId, wanted).catch(error => {
      if (!(error instanceof ServiceError)) throw error
      throw brokenRule('/categoryId', `there is no category ${wanted} in this production`)
    })
    assertCategory(type, category)
    return wanted
  }
  if (parent?.category_id !== undefined && parent.category_id !== null) return parent.category_id
  return (await findDefaultCategory(ctx, productionId, toDefaultCategoryType(type)))?.id ?? null
}

/** Behind the last sibling; an order number is a 32-bit integer, and the last one may have the largest. */
async function findNextIndex(ctx: Transaction, productionId: number, parentId: number | null): Promise<number> {
  return Math.min((await store.findLastIndex(ctx.db, productionId, parentId)) + 1, 2147483647)
}

/** One free-form member as the database keeps it; `{}` when it is absent. */
function toFreeForm(member: Record<string, Record<string, unknown> | undefined>): string {
  assertStorable(member)
  return JSON.stringify(Object.values(member)[0] ?? {})
}

function toDetails(request: CollectionDetails): CollectionDetails {
  const names = Object.keys(collectionDetails) as (keyof CollectionDetails)[]
  return Object.fromEntries(
    names.flatMap(name => (request[name] === undefined ? [] : [[name, request[name]]])),
  ) as CollectionDetails
}

async function announce(ctx: Transaction, row: CollectionRow, verb: string): Promise<EditorialObject> {
  indexCollections(ctx, [row.id])
  publishCollection(ctx, row.production_id, row.id, verb, row)
  return toEditorialObject(row, ctx.platform.publicUrl)
}

function publishCollection(
  ctx: Transaction,
  productionId: number,
  id: number,
  verb: string,
  row?: CollectionRow,
): void {
  ctx.publish({
    type: 'Activity',
    verb,
    productionId,
    editorialObjectId: id,
    object: {
      objectType: row?.object_type ?? 'EditorialObject',
      id,
      ...(row?.details.title === undefined ? {} : { title: row.details.title }),
    },
  })
}
