/** The requests that templates make for the collections of a workspace. */

import { isDeepStrictEqual } from 'node:util'
import {
  brokenRule,
  type DeliveryRequestDetails,
  DeliveryRequestDetails as DetailsShape,
  ServiceError,
} from '@rushes/contract'
import type { Transaction } from '../../../platform/context.ts'
import { changedResourceColumns, newResourceColumns } from '../../../platform/database/resource-columns.ts'
import { createValidator } from '../../../platform/text/validate.ts'
import { announceRequest, settleDetails } from '../requests/request-details.ts'
import * as store from '../requests/store.ts'

const assertDetails = createValidator(DetailsShape, 'ValidationError')

/** What a template makes of a request for a collection. */
export interface TemplateRequest {
  readonly editorialObjectId: number
  readonly key: string
  readonly details: Record<string, unknown>
}

/**
 * Creates or updates the requests that templates make; what a template does not name stays as people left it. Returns
 * the ids of those that this run has created or updated, in the order given. To be called under the lock of the product.
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
      if (stored.modified_by === ctx.requestId) ids.push(stored.id)
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
    announceRequest(ctx, row, stored ? 'update' : 'create')
    ids.push(row.id)
  }
  return ids
}

/** A template that creates no request is reported by its key. */
function readDetails(key: string, wanted: Record<string, unknown>): DeliveryRequestDetails {
  try {
    assertDetails(wanted)
    return settleDetails(wanted as DeliveryRequestDetails)
  } catch (error) {
    if (error instanceof ServiceError) throw brokenRule(`/deliveryRequestTemplateGroups/${key}`, error.message)
    throw error
  }
}
