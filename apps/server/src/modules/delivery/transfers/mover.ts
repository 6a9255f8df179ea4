/** Takes submissions on by themselves: follows their clips, then from probe through validation and delivery to review. */

import { ServiceError } from '@rushes/contract'
import { startBackground } from '../../../platform/background/background.ts'
import { type Context, inTransaction, type Platform, type Transaction } from '../../../platform/context.ts'
import { changedResourceColumns } from '../../../platform/database/resource-columns.ts'
import { logFailure } from '../../../platform/log/failure.ts'
import { settleValues } from '../bootstrap/form.ts'
import { hasFailed, isReady, toDraftStatus } from '../policy.ts'
import { getRequestRow } from '../requests/requests.ts'
import { followClips } from '../submissions/clips.ts'
import { deliver } from '../submissions/deliver.ts'
import { listMovingIds, lockSubmissionRow, updateSubmissionRow } from '../submissions/store.ts'
import { announce } from '../submissions/submissions.ts'
import type { Change, SubmissionDetails, SubmissionRow } from '../tables.ts'

/** Events come in bursts. */
const gatherMs = 50
/** What may move a submission: itself, its request, the files of its clips and what is done with them. */
const wakeOnEvents = ['DeliveryRequestSubmission', 'DeliveryRequest', 'Media', 'Workflow', 'Task', 'Transfer']
/** Many that wait for their clips must not take the database: it rests so much longer than it worked. */
const restFactor = 3
/** An event may have been missed. */
const everyMs = 5_000
const batchSize = 100

/** Starts to move submissions; the result stops it. */
export function startSubmissions(platform: Platform): () => Promise<void> {
  const name = 'delivery'
  return startBackground(platform, { name, everyMs, wakeOnEvents, gatherMs, restFactor, run: moveAll })
}

async function moveAll(ctx: Context, signal: AbortSignal): Promise<void> {
  for (let after = 0; !signal.aborted; ) {
    const ids = await listMovingIds(ctx.db, after, batchSize)
    for (const id of ids) {
      if (signal.aborted) return
      const move = () => inTransaction(ctx, ctx => moveOnce(ctx, id))
      try {
        while (!signal.aborted && (await move()));
      } catch (error) {
        // One that cannot be moved now holds up no other.
        logFailure(ctx.platform.log, error, 'could not move a submission', { submission: id })
      }
    }
    if (ids.length < batchSize) return
    after = ids.at(-1)!
  }
}

/** One step, in a transaction with its event; whether there was one to take. */
async function moveOnce(ctx: Transaction, id: number): Promise<boolean> {
  const row = await lockSubmissionRow(ctx.db, id)
  const change = row && (await decide(ctx, row))
  if (!row || !change) return false
  const { clips, status, details } = change
  const changed = await updateSubmissionRow(ctx.db, id, {
    ...changedResourceColumns(ctx),
    ...(status === undefined ? {} : { submission_status: status }),
    ...(clips === undefined ? {} : { pre_delivery_status: clips }),
    ...(details === undefined ? {} : { details: JSON.stringify({ ...row.details, ...details }) }),
  })
  await announce(ctx, changed, 'update')
  return true
}

async function decide(ctx: Transaction, row: SubmissionRow): Promise<Change | undefined> {
  switch (row.submission_status) {
    case 'Draft':
    case 'DraftFailed':
    case 'AwaitingProbe':
      return followed(ctx, row)
    case 'AwaitingAutoValidation':
      return validated(ctx, row)
    case 'AwaitingDelivery':
      return deliver(ctx, row)
    default:
      return undefined
  }
}

/** "Wait for uploads -> probe": a clip that fails gives the submission back to its supplier. */
async function followed(ctx: Transaction, row: SubmissionRow): Promise<Change | undefined> {
  const clips = await followClips(ctx, row.production_id, row.annotation_ids)
  if (row.submission_status !== 'AwaitingProbe') {
    const status = toDraftStatus(false, clips)
    return clips === (row.pre_delivery_status ?? undefined) && status === row.submission_status
      ? undefined
      : { clips, status }
  }
  if (hasFailed(clips)) return { clips, status: 'DraftFailed' }
  if (isReady(clips)) return { clips, status: 'AwaitingAutoValidation' }
  return clips === row.pre_delivery_status ? undefined : { clips }
}

/** "Auto-validate": the form as the request has it by now. */
async function validated(ctx: Transaction, row: SubmissionRow): Promise<Change> {
  const autoValidatedAt = ctx.platform.clock.now()
  const clips = row.annotation_ids.length
  if (row.details.skipValidation === true) {
    const autoValidationReport = { clips, skipped: true }
    return accepted({ autoValidatedAt, autoValidationStatus: 'Accepted', autoValidationReport })
  }
  const { formFieldsDefinition } = (await getRequestRow(ctx, row.production_id, row.delivery_request_id)).details
  try {
    settleValues(formFieldsDefinition, row.form_field_values, { isWhole: true })
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
    const { message, data } = error
    return {
      status: 'Rejected',
      details: {
        autoValidatedAt,
        autoValidationStatus: 'Rejected',
        autoValidationError: message,
        autoValidationReport: { clips, faults: data },
      },
    }
  }
  return accepted({ autoValidatedAt, autoValidationStatus: 'Accepted', autoValidationReport: { clips, faults: [] } })
}

function accepted(details: SubmissionDetails): Change {
  return { status: 'AwaitingDelivery', details }
}
