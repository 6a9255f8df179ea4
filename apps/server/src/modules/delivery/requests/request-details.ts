/** What a delivery request says: completed, checked, reported. */

import { brokenRule, type DeliveryRequest, type DeliveryRequestDetails, deliveryRequestDetails } from '@rushes/contract'
import type { Transaction } from '../../../platform/context.ts'
import { assertStorable } from '../../../platform/text/storable.ts'
import { holdCollection } from '../../collections/index.ts'
import { assertDefinition, settleValues } from '../bootstrap/form.ts'
import { indexRequests } from '../listing/documents.ts'
import type { RequestRow } from '../tables.ts'
import { toRequest } from '../to-resources.ts'

const detailNames = Object.keys(deliveryRequestDetails) as (keyof DeliveryRequestDetails)[]

/** Throws ValidationError for a collection that this production does not have. */
export async function holdPlace(ctx: Transaction, productionId: number, id: number | null | undefined): Promise<void> {
  if (id === null || id === undefined || (await holdCollection(ctx.db, productionId, id))) return
  throw brokenRule('/editorialObjectId', `there is no collection ${id} in this production`)
}

/** The details among the members of a request, checked. Throws ValidationError for a form that is none. */
export function settleDetails(request: DeliveryRequestDetails): DeliveryRequestDetails {
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

/** Emits the event of a request that was written, and gives it as it is shown. */
export function announceRequest(
  ctx: Transaction,
  row: RequestRow,
  kind: 'create' | 'update' | 'delete',
): DeliveryRequest {
  indexRequests(ctx, [row.id])
  const { id, production_id: productionId, editorial_object_id: editorialObjectId, version, details } = row
  ctx.publish({
    // The interface has no type for the deletion of one.
    ...(kind === 'delete'
      ? { type: 'Activity', verb: 'DeliveryRequest.delete' }
      : { type: `DeliveryRequest.${kind}` as const }),
    productionId,
    ...(editorialObjectId === null ? {} : { editorialObjectId }),
    object: {
      objectType: 'DeliveryRequest',
      id,
      version,
      ...(details.label === undefined ? {} : { label: details.label }),
    },
  })
  return toRequest(row, ctx.platform.publicUrl)
}
