import { isDeepStrictEqual } from 'node:util'
import {
  brokenRule,
  type DeliveryRequest,
  type DeliveryRequestCreation,
  type DeliveryRequestDetails,
  type DeliveryRequestReplacement,
  DeliveryRequestDetails as DetailsShape,
  deliveryRequestDetails,
  notFound,
  type Page,
  ServiceError,
  staleVersion,
} from '@rushes/contract'
import { findCollections, holdCollection, toEditorialObject } from '../collections/index.ts'
import { type Context, inTransaction, type Transaction } from '../platform/context.ts'
import { changedResourceColumns, newResourceColumns } from '../platform/database/resource-columns.ts'
import { type Listing, toPage } from '../platform/listing.ts'
import { assertPrecondition } from '../platform/precondition.ts'
import { assertStorable } from '../platform/storable.ts'
import { createValidator } from '../platform/validate.ts'
import { assertDefinition, settleValues } from './form.ts'
import * as store from './request-store.ts'
import type { RequestRow } from './tables.ts'
import { toRequest } from './to-resources.ts'

const detailNames = Object.keys(deliveryRequestDetails) as (keyof DeliveryRequestDetails)[]
const assertDetails = createValidator(DetailsShape, 'ValidationError')

export async function listRequests(
  ctx: Context,
  productionId: number,
  listing: Listing<DeliveryRequest>,
  includeEditorialObject = false,
): Promise<Page<DeliveryRequest>> {
  const rows = await store.listRequestRows(ctx.db, productionId)
  const page = toPage(
    rows.map(row => toRequest(row, ctx.platform.publicUrl)),
    listing,
  )
  return includeEditorialObject ? { ...page, items: await withEditorialObjects(ctx, page.items) } : page
}

/** Throws NotFoundError. */
export async function getRequest(
  ctx: Context,
  productionId: number,
  id: number,
  includeEditorialObject = false,
): Promise<DeliveryRequest> {
  const request = toRequest(await getRequestRow(ctx, productionId, id), ctx.platform.publicUrl)
  return includeEditorialObject ? (await withEditorialObjects(ctx, [request]))[0]! : request
}

export async function getRequestRow(ctx: Context, productionId: number, id: number): Promise<RequestRow> {
  const row = await store.findRequestRow(ctx.db, productionId, id)
  if (!row) throw notFound('DeliveryRequest', id)
  return row
}

async function withEditorialObjects(ctx: Context, requests: readonly DeliveryRequest[]): Promise<DeliveryRequest[]> {
  const rows = await findCollections(
    ctx.db,
    requests.flatMap(request => request.editorialObjectId ?? []),
  )
  const byId = new Map(rows.map(row => [row.id, toEditorialObject(row, ctx.platform.publicUrl)]))
  return requests.map(request => {
    const editorialObject = byId.get(request.editorialObjectId ?? 0)
    return editorialObject ? { ...request, editorialObject } : request
  })
}

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
    return announce(ctx, row, 'DeliveryRequest.create')
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
    const stored = await store.lockRequestRow(ctx.db, productionId, id)
    if (!stored) throw notFound('DeliveryRequest', id)
    assertPrecondition(ctx, stored.version)
    if (request.version !== stored.version) throw staleVersion('DeliveryRequest', id, stored.version)
    const { editorialObjectId = stored.editorial_object_id, activeStatus = stored.active_status } = request
    if (editorialObjectId !== stored.editorial_object_id) await holdPlace(ctx, productionId, editorialObjectId)
    if (editorialObjectId !== stored.editorial_object_id && stored.template_key !== null) {
      throw brokenRule('/editorialObjectId', 'a request that a template made stays where it is')
    }
    const row = await store.updateRequestRow(ctx.db, id, {
      ...changedResourceColumns(ctx),
      editorial_object_id: editorialObjectId,
      active_status: activeStatus,
      details: JSON.stringify(settleDetails({ ...stored.details, ...request })),
    })
    return announce(ctx, row, 'DeliveryRequest.update')
  })
}

async function holdPlace(ctx: Transaction, productionId: number, id: number | null | undefined): Promise<void> {
  if (id === null || id === undefined || (await holdCollection(ctx.db, productionId, id))) return
  throw brokenRule('/editorialObjectId', `there is no collection ${id} in this production`)
}

/** What a template makes of a request for a collection. */
export interface TemplateRequest {
  readonly editorialObjectId: number
  readonly key: string
  readonly details: Record<string, unknown>
}

/**
 * Creates or updates the requests that templates make; what a template does not name stays as people left it. Gives
 * their ids, in the order given. To be called under the lock of the product.
 */
export async function writeTemplateRequests(
  ctx: Transaction,
  productionId: number,
  requests: readonly TemplateRequest[],
): Promise<number[]> {
  const rows = await store.lockTemplateRows(ctx.db, [...new Set(requests.map(request => request.editorialObjectId))])
  const known = new Map(rows.map(row => [`${row.editorial_object_id} ${row.template_key}`, row]))
  const ids: number[] = []
  for (const { editorialObjectId, key, details: wanted } of requests) {
    const stored = known.get(`${editorialObjectId} ${key}`)
    const details = readDetails(key, { ...stored?.details, ...wanted })
    if (stored && isDeepStrictEqual(details, stored.details)) {
      ids.push(stored.id)
      continue
    }
    const row = stored
      ? await store.updateRequestRow(ctx.db, stored.id, {
          ...changedResourceColumns(ctx),
          details: JSON.stringify(details),
        })
      : await store.insertRequestRow(ctx.db, {
          ...newResourceColumns(ctx),
          production_id: productionId,
          editorial_object_id: editorialObjectId,
          details: JSON.stringify(details),
          template_key: key,
        })
    announce(ctx, row, stored ? 'DeliveryRequest.update' : 'DeliveryRequest.create')
    ids.push(row.id)
  }
  return ids
}

/** The requests that templates made for collections. */
export async function listTemplateRequestIds(
  ctx: Transaction,
  editorialObjectIds: readonly number[],
): Promise<number[]> {
  return (await store.lockTemplateRows(ctx.db, editorialObjectIds)).map(row => row.id)
}

/** A template that makes no request is told by its key. */
function readDetails(key: string, wanted: Record<string, unknown>): DeliveryRequestDetails {
  try {
    assertDetails(wanted)
    return settleDetails(wanted as DeliveryRequestDetails)
  } catch (error) {
    if (error instanceof ServiceError) throw brokenRule(`/deliveryRequestTemplateGroups/${key}`, error.message)
    throw error
  }
}

function settleDetails(request: DeliveryRequestDetails): DeliveryRequestDetails {
  const { clientProperties, formFieldsDefinition, formFieldValues } = request
  assertStorable({ clientProperties })
  assertDefinition(formFieldsDefinition)
  const picked = Object.fromEntries(
    detailNames.flatMap(name => (request[name] === undefined ? [] : [[name, request[name]]])),
  )
  // What submissions begin with must fit once they do; here a form may still be without fields for it.
  if (formFieldValues !== undefined) settleValues(undefined, formFieldValues)
  return picked
}

function announce(
  ctx: Transaction,
  row: RequestRow,
  type: 'DeliveryRequest.create' | 'DeliveryRequest.update',
): DeliveryRequest {
  ctx.publish({
    type,
    productionId: row.production_id,
    ...(row.editorial_object_id === null ? {} : { editorialObjectId: row.editorial_object_id }),
    object: {
      objectType: 'DeliveryRequest',
      id: row.id,
      ...(row.details.label === undefined ? {} : { label: row.details.label }),
    },
  })
  return toRequest(row, ctx.platform.publicUrl)
}
