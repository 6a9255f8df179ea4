import {
  brokenRule,
  type DeliveryRequest,
  type DeliveryRequestCreation,
  DeliveryRequestReplacement,
  deliveryRequestDetails,
  type JsonPatch,
  notFound,
  ServiceError,
  staleVersion,
} from '@rushes/contract'
import { type Context, inTransaction, type Transaction } from '../../../platform/context.ts'
import { changedResourceColumns, newResourceColumns } from '../../../platform/database/resource-columns.ts'
import { assertPrecondition } from '../../../platform/http/answers/precondition.ts'
import { applyPatch, listPatchedMembers } from '../../../platform/text/json-patch.ts'
import { createValidator } from '../../../platform/text/validate.ts'
import { listSubmissionsOfRequest } from '../submissions/store.ts'
import type { RequestRow } from '../tables.ts'
import { toRequest } from '../to-resources.ts'
import { announceRequest, holdPlace, settleDetails } from './request-details.ts'
import * as store from './store.ts'

const objectType = 'DeliveryRequest'
const assertReplacement = createValidator(DeliveryRequestReplacement, 'ValidationError')
const patchable = new Set([...Object.keys(deliveryRequestDetails), 'activeStatus', 'editorialObjectId'])

/** Throws ValidationError for a collection that this production does not have, and for a form that is none. */
export async function createRequest(
  ctx: Context,
  productionId: number,
  request: DeliveryRequestCreation,
): Promise<DeliveryRequest> {
  return inTransaction(ctx, async ctx => {
    await holdPlace(ctx, productionId, request.editorialObjectId)
    const details = settleDetails({
      deliveryRequestType: 'delivery',
      description: '',
      clientProperties: {},
      ...request,
    })
    const row = await store.insertRequestRow(ctx.db, {
      ...newResourceColumns(ctx),
      production_id: productionId,
      editorial_object_id: request.editorialObjectId ?? null,
      details: JSON.stringify(details),
      template_key: null,
      ...(request.activeStatus === undefined ? {} : { active_status: request.activeStatus }),
    })
    return announceRequest(ctx, row, 'create')
  })
}

/** Members that the request leaves out stay as they are. Throws ConflictError with the stored version. */
export async function updateRequest(
  ctx: Context,
  productionId: number,
  id: number,
  request: DeliveryRequestReplacement,
): Promise<DeliveryRequest> {
  return inTransaction(ctx, async ctx => {
    const stored = await lockRow(ctx, productionId, id)
    if (request.version !== stored.version) throw staleVersion(objectType, id, stored.version)
    const { editorialObjectId = stored.editorial_object_id } = request
    return write(ctx, stored, { ...stored.details, ...request }, editorialObjectId)
  })
}

/** Changes parts with JSON Patch: what it removes is gone. Throws ConflictError for a `test` that fails. */
export async function patchRequest(
  ctx: Context,
  productionId: number,
  id: number,
  patch: JsonPatch,
): Promise<DeliveryRequest> {
  const refused = listPatchedMembers(patch).find(name => !patchable.has(name))
  if (refused !== undefined) throw brokenRule(`/${refused}`, 'cannot be changed by a patch')
  return inTransaction(ctx, async ctx => {
    const stored = await lockRow(ctx, productionId, id)
    const patched = applyPatch(toRequest(stored, ctx.platform.publicUrl), patch)
    assertReplacement(patched)
    return write(ctx, stored, patched, patched.editorialObjectId ?? null)
  })
}

async function write(
  ctx: Transaction,
  stored: RequestRow,
  wanted: Partial<DeliveryRequestReplacement>,
  editorialObjectId: number | null,
): Promise<DeliveryRequest> {
  if (editorialObjectId !== stored.editorial_object_id) {
    await holdPlace(ctx, stored.production_id, editorialObjectId)
    if (stored.template_key !== null) {
      throw brokenRule('/editorialObjectId', 'a request that a template made stays where it is')
    }
  }
  const row = await store.updateRequestRow(ctx.db, stored.id, {
    ...changedResourceColumns(ctx),
    editorial_object_id: editorialObjectId,
    active_status: wanted.activeStatus ?? stored.active_status,
    details: JSON.stringify(settleDetails(wanted)),
  })
  return announceRequest(ctx, row, 'update')
}

/** Deletes a request that nobody has begun to answer. Throws ConflictError with the submissions that refer to it. */
export async function deleteRequest(ctx: Context, productionId: number, id: number): Promise<DeliveryRequest> {
  return inTransaction(ctx, async ctx => {
    const stored = await lockRow(ctx, productionId, id)
    const submissionIds = (await listSubmissionsOfRequest(ctx.db, id)).map(row => row.id)
    if (submissionIds.length > 0) {
      throw new ServiceError('ConflictError', 'It has submissions: delete them first, or archive it', { submissionIds })
    }
    await store.deleteRequestRow(ctx.db, id)
    return announceRequest(ctx, stored, 'delete')
  })
}

async function lockRow(ctx: Transaction, productionId: number, id: number): Promise<RequestRow> {
  const stored = await store.lockRequestRow(ctx.db, productionId, id)
  if (!stored) throw notFound(objectType, id)
  assertPrecondition(ctx, stored.version)
  return stored
}
