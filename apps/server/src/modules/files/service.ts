import {
  brokenRule,
  type FileBody,
  type FileResource,
  type FileResourceCreation,
  missingRight,
  notFound,
  type Page,
} from '@rushes/contract'
import { actingUserId, type Context, inTransaction, type Transaction } from '../../platform/context.ts'
import { newResourceColumns } from '../../platform/database/resource-columns.ts'
import { type Listing, toPage } from '../../platform/http/answers/listing.ts'
import { assertPrecondition } from '../../platform/http/answers/precondition.ts'
import { assertStorable } from '../../platform/text/storable.ts'
import { getAccountRights } from '../accounts/index.ts'
import { reserveQuota, toFileName } from '../media/index.ts'
import { findAccountIdOfProduction } from '../productions/index.ts'
import { findMimeType } from './kinds.ts'
import { assertMayRead, type FileParameters, type FileReader, mayKnow, readSentFile } from './policy.ts'
import * as store from './store.ts'
import type { FileResourceRow } from './tables.ts'
import { toFileResource } from './to-resource.ts'

const objectType = 'FileResource'

/** The files of a production. Throws NotFoundError. */
export async function inProduction(ctx: Context, productionId: number): Promise<store.Place> {
  const accountId = await findAccountIdOfProduction(ctx.db, productionId)
  if (accountId === undefined) throw notFound('Production', productionId)
  return { accountId, productionId }
}

export async function listFiles(
  ctx: Context,
  place: store.Place,
  listing: Listing<FileResource>,
): Promise<Page<FileResource>> {
  const reader = await toReader(ctx, place)
  const rows = await store.listFileRows(ctx.db, place)
  const known = rows.filter(row => mayKnow(reader, row))
  return toPage(
    known.map(row => toFileResource(row, ctx.platform.publicUrl)),
    listing,
  )
}

/** Throws NotFoundError, as for a file that the caller may not know of. */
export async function getFile(ctx: Context, place: store.Place, id: number): Promise<FileResource> {
  return toFileResource(await getRow(ctx, place, id), ctx.platform.publicUrl)
}

/** A file with its bytes, for those who may read them. */
export async function getFileBytes(
  ctx: Context,
  place: store.Place,
  id: number,
): Promise<{ file: FileResource; bytes: Buffer }> {
  const row = await getRow(ctx, place, id)
  assertMayRead(await toReader(ctx, place), row)
  const bytes = await store.findFileBytes(ctx.db, id)
  if (!bytes) throw notFound(objectType, id)
  return { file: toFileResource(row, ctx.platform.publicUrl), bytes }
}

async function getRow(ctx: Context, place: store.Place, id: number): Promise<FileResourceRow> {
  const row = await store.findFileRow(ctx.db, place, id)
  if (!row || !mayKnow(await toReader(ctx, place), row)) throw notFound(objectType, id)
  return row
}

/**
 * Keeps a file whole or not at all. Throws ValidationError for one with another hash than it should have,
 * QuotaExceededError, and ForbiddenError for what only those who administer may say of it.
 */
export async function createFile(
  ctx: Context,
  place: store.Place,
  body: FileResourceCreation | FileBody,
  parameters: FileParameters,
): Promise<FileResource> {
  const { accountId, productionId } = place
  const { request, bytes, md5 } = readSentFile(body, parameters)
  const { adminOnly = false, removeFromQuota = false, requiredRights = [], editorialObjectId } = request
  const { isAdmin } = await toReader(ctx, place)
  if ((adminOnly || removeFromQuota) && !isAdmin) throw missingRight('PRODUCTION_MANAGE')
  const { funnel, businessKey, customFields, pattern } = request
  assertStorable({ customFields })
  const filename = toFileName(request.filename)
  return inTransaction(ctx, async ctx => {
    if (editorialObjectId !== undefined) await holdPlace(ctx, productionId, editorialObjectId)
    if (productionId !== undefined && !removeFromQuota) {
      await reserveQuota(ctx, productionId, { bytes: bytes.length, mediaObjects: 0 })
    }
    const row = await store.insertFileRow(
      ctx.db,
      {
        ...newResourceColumns(ctx),
        account_id: accountId,
        production_id: productionId ?? null,
        editorial_object_id: editorialObjectId ?? null,
        filename,
        mime_type: findMimeType(bytes, filename),
        size: bytes.length,
        md5,
        md5_verified: request.md5 === undefined ? null : ctx.platform.clock.now(),
        admin_only: adminOnly,
        remove_from_quota: removeFromQuota,
        required_rights: [...new Set(requiredRights)],
        details: JSON.stringify({ funnel, businessKey, customFields, pattern }),
      },
      bytes,
    )
    ctx.publish({ type: 'FileResource.material', ...toEventPlace(row), object: describe(row) })
    return toFileResource(row, ctx.platform.publicUrl)
  })
}

async function holdPlace(ctx: Transaction, productionId: number | undefined, id: number): Promise<void> {
  if (productionId !== undefined && (await store.holdCollectionOf(ctx.db, productionId, id))) return
  throw brokenRule('/editorialObjectId', `there is no collection ${id} here`)
}

/** Deletes a file with its bytes: one's own with LIBRARY_UPLOAD, any with LIBRARY_DELETE (files-7). */
export async function deleteFile(ctx: Context, place: store.Place, id: number): Promise<FileResource> {
  return inTransaction(ctx, async ctx => {
    const row = await store.lockFileRow(ctx.db, place, id)
    if (!row || !mayKnow(await toReader(ctx, place), row)) throw notFound(objectType, id)
    if (place.productionId !== undefined) assertMayDelete(ctx, row)
    assertPrecondition(ctx, row.version)
    await store.deleteFileRow(ctx.db, id)
    const object = { ...describe(row), deleted: true }
    ctx.publish({ type: 'Activity', verb: `${objectType}.delete`, ...toEventPlace(row), object })
    const deletedTimestamp = ctx.platform.clock.now()
    return { ...toFileResource(row, ctx.platform.publicUrl), onFlow: false, deleted: true, deletedTimestamp }
  })
}

function assertMayDelete({ actor }: Context, row: FileResourceRow): void {
  const isOwn = row.creator_id !== null && row.creator_id === actingUserId(actor)
  if (isOwn || (actor.kind === 'user' && actor.rights.has('LIBRARY_DELETE'))) return
  throw missingRight('LIBRARY_DELETE')
}

/** What a file of a production, or of its account, holds; for other modules, whatever their actor. */
export async function readFileResource(
  ctx: Context,
  { productionId, fileResourceId }: { productionId: number; fileResourceId: number },
): Promise<{ fileName: string; mimeType: string; bytes: Uint8Array }> {
  const place = await inProduction(ctx, productionId)
  const row = await store.findUsableFileRow(ctx.db, { ...place, productionId }, fileResourceId)
  const reader = await toReader(ctx, place)
  if (!row || !mayKnow(reader, row)) throw notFound(objectType, fileResourceId)
  assertMayRead(reader, row)
  const bytes = await store.findFileBytes(ctx.db, row.id)
  if (!bytes) throw notFound(objectType, fileResourceId)
  return { fileName: row.filename, mimeType: row.mime_type, bytes }
}

/** The service reads everything for those who asked it to; a production is administered with PRODUCTION_MANAGE. */
async function toReader(ctx: Context, { accountId, productionId }: store.Place): Promise<FileReader> {
  const { actor } = ctx
  if (actor.kind === 'service') return { isAdmin: true, rights: new Set() }
  if (actor.kind !== 'user') return { isAdmin: false, rights: new Set() }
  const isAdmin =
    productionId === undefined
      ? (await getAccountRights(ctx, accountId)).includes('ACCOUNT_MANAGE')
      : actor.rights.has('PRODUCTION_MANAGE')
  return { isAdmin, rights: actor.rights }
}

function toEventPlace({ account_id, production_id, editorial_object_id }: FileResourceRow) {
  return {
    accountId: account_id,
    ...(production_id === null ? {} : { productionId: production_id }),
    ...(editorial_object_id === null ? {} : { editorialObjectId: editorial_object_id }),
  }
}

/** The log is read by everyone in the production: what only some may know of is not told there by name. */
function describe({ id, filename, mime_type: mimeType, size, version, admin_only }: FileResourceRow) {
  return { objectType, id, version, ...(admin_only ? {} : { name: filename, mimeType, size }) }
}
