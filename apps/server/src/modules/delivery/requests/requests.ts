import { type DeliveryRequest, notFound, type Page } from '@rushes/contract'
import type { Context } from '../../../platform/context.ts'
import type { Listing } from '../../../platform/http/answers/listing.ts'
import { findCollections, toEditorialObject } from '../../collections/index.ts'
import { listPage, type Part } from '../listing/list-page.ts'
import type { RequestRow } from '../tables.ts'
import { toRequest } from '../to-resources.ts'
import * as store from './store.ts'

export async function listRequests(
  ctx: Context,
  productionId: number,
  listing: Listing<DeliveryRequest>,
  includeEditorialObject = false,
): Promise<Page<DeliveryRequest>> {
  const rows = {
    count: () => store.countRequestRows(ctx.db, productionId),
    list: (part: Part) => store.listRequestRows(ctx.db, productionId, part),
  }
  const page = await listPage(listing, rows, found => found.map(row => toRequest(row, ctx.platform.publicUrl)))
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
