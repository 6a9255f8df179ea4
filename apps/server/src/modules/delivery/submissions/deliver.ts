/**
 * "Transfer to owner storage": the clips are in the production's own already. Where the request names a volume of this
 * service, their originals are copied there first; what is delivered then hangs on the collection asked for.
 */

import type { Transaction } from '../../../platform/context.ts'
import { attachAnnotations } from '../../annotations/index.ts'
import { holdCollection } from '../../collections/index.ts'
import { isReady } from '../policy.ts'
import { getRequestRow } from '../requests/requests.ts'
import type { Change, RequestRow, SubmissionRow } from '../tables.ts'
import { findTransferEnd, startTransfer } from '../transfers/workflow.ts'
import { followClips } from './clips.ts'

/** The next step of a submission that awaits its delivery; nothing while its transfer goes on. */
export async function deliver(ctx: Transaction, row: SubmissionRow): Promise<Change | undefined> {
  const { deliveryWorkflowId } = row.details
  if (deliveryWorkflowId !== undefined) return followTransfer(ctx, row, deliveryWorkflowId)
  const request = await getRequestRow(ctx, row.production_id, row.delivery_request_id)
  const clips = await followClips(ctx, row.production_id, row.annotation_ids)
  if (!isReady(clips)) return { clips, ...failed(`A clip is ${clips} by now`) }
  const { volumeAccessHandle: handle } = request.details
  if (handle === undefined || row.annotation_ids.length === 0) return finish(ctx, row, request, {})
  if (!ctx.platform.config.volumes.has(handle)) {
    // What another system knows by this handle is its own business: the report says that nothing went there.
    return finish(ctx, row, request, {
      volume: { handle, transferred: false, message: 'is no volume of this service' },
    })
  }
  const workflowId = await startTransfer(ctx, row, handle)
  publishTransfer(ctx, row, 'Transfer.start', workflowId, { volume: handle })
  return { details: { deliveryWorkflowId: workflowId } }
}

async function followTransfer(ctx: Transaction, row: SubmissionRow, workflowId: string): Promise<Change | undefined> {
  const end = await findTransferEnd(ctx, workflowId)
  if (!end) return undefined
  if ('fault' in end) {
    publishTransfer(ctx, row, 'Transfer.failed', workflowId, { message: end.fault })
    return failed(end.fault)
  }
  publishTransfer(ctx, row, 'Transfer.complete', workflowId, end.report)
  const request = await getRequestRow(ctx, row.production_id, row.delivery_request_id)
  return finish(ctx, row, request, { volume: { ...end.report, transferred: true } })
}

function failed(deliveryError: string): Change {
  return { status: 'DeliveryFailed', details: { deliveryStatus: 'Failed', deliveryError } }
}

async function finish(
  ctx: Transaction,
  row: SubmissionRow,
  { editorial_object_id: place }: RequestRow,
  report: Record<string, unknown>,
): Promise<Change> {
  const isAttached =
    place !== null &&
    row.annotation_ids.length > 0 &&
    (await holdCollection(ctx.db, row.production_id, place)) !== undefined
  if (isAttached) await attachAnnotations(ctx, row.production_id, place, row.annotation_ids)
  const clips = row.annotation_ids.length
  const deliveryReport = { clips, ...(isAttached ? { editorialObjectId: place } : {}), ...report }
  const isSkipped = row.details.skipReview === true
  return {
    status: isSkipped ? 'Accepted' : 'AwaitingReview',
    details: { deliveryStatus: 'Delivered', deliveryReport, reviewStatus: isSkipped ? 'Accepted' : 'Pending' },
  }
}

function publishTransfer(
  ctx: Transaction,
  row: SubmissionRow,
  type: 'Transfer.start' | 'Transfer.complete' | 'Transfer.failed',
  workflowId: string,
  extended: Record<string, unknown>,
): void {
  ctx.publish({
    type,
    productionId: row.production_id,
    object: { objectType: 'DeliveryRequestSubmission', id: row.id },
    target: { objectType: 'Workflow', id: workflowId },
    extended,
  })
}
