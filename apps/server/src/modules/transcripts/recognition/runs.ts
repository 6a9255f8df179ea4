/** Automatic transcripts from their beginning to their end, as the statuses of the clip and the event log tell it. */

import { ServiceError, type WorkStatus } from '@rushes/contract'
import type { Transaction } from '../../../platform/context.ts'
import type { TranscriptAddress } from '../address.ts'
import { hasTranscript } from '../reading/find.ts'
import { lockStatus, writeStatus } from '../reading/status.ts'
import { deleteRun, findRun, insertRun } from './run-store.ts'

/** A transcript that is about to be made. */
export interface NewRun extends TranscriptAddress {
  readonly workflowId: string
  readonly overwriteAllowed: boolean
}

/**
 * Throws ConflictError where no transcript may be written by a machine: one is there and may not be overwritten, or it
 * is finished.
 */
export async function assertMayWrite(
  ctx: Transaction,
  address: TranscriptAddress,
  status: WorkStatus,
  overwriteAllowed: boolean,
): Promise<void> {
  if (status === 'COMPLETED') {
    throw conflict(address, 'is COMPLETED; set its transcription status to EDITING first')
  }
  if (!overwriteAllowed && (await hasTranscript(ctx, address))) {
    throw conflict(address, 'exists already; overwriteTranscriptAllowed lets it be overwritten')
  }
}

function conflict({ language }: TranscriptAddress, message: string): ServiceError {
  return new ServiceError('ConflictError', `The transcript in ${language} ${message}`)
}

/** Begins a run: the status is `AUTOMATIC_STARTED`. A workflow that has begun it already has begun it. Throws ConflictError. */
export async function beginRun(ctx: Transaction, run: NewRun): Promise<void> {
  const { workflowId, productionId, mediaObjectId, language, overwriteAllowed } = run
  const found = await lockStatus(ctx, run)
  if (await findRun(ctx.db, workflowId)) return
  await assertMayWrite(ctx, run, found.status, overwriteAllowed)
  const created = ctx.platform.clock.now()
  const row = {
    workflow_id: workflowId,
    production_id: productionId,
    media_object_id: mediaObjectId,
    language,
    created,
  }
  if (!(await insertRun(ctx.db, row))) throw conflict(run, 'is being made by another workflow')
  await writeStatus(ctx, run, found, 'AUTOMATIC_STARTED')
}

/** Ends a run well: to be called in the transaction that writes the transcript. */
export async function completeRun(
  ctx: Transaction,
  workflowId: string,
  address: TranscriptAddress,
  extended: Record<string, unknown>,
): Promise<void> {
  await deleteRun(ctx.db, workflowId)
  await writeStatus(ctx, address, await lockStatus(ctx, address), 'AUTOMATIC_COMPLETED')
  publishRun(ctx, 'Transcription.automatic', workflowId, address, extended)
}

/** Why a run has failed. */
export interface RunFault {
  readonly code: string
  readonly message: string
}

/** Ends a run that failed: the status is `AUTOMATIC_FAILED`, unless someone has set another one. Nothing when it has ended. */
export async function failRun(ctx: Transaction, workflowId: string, fault: RunFault): Promise<void> {
  const row = await deleteRun(ctx.db, workflowId)
  if (!row) return
  const address = { productionId: row.production_id, mediaObjectId: row.media_object_id, language: row.language }
  try {
    const found = await lockStatus(ctx, address)
    if (found.status === 'AUTOMATIC_STARTED') await writeStatus(ctx, address, found, 'AUTOMATIC_FAILED')
  } catch (error) {
    // The clip has gone, and its workflow with it.
    if (!(error instanceof ServiceError) || error.status !== 404) throw error
  }
  publishRun(ctx, 'Transcription.automatic.failed', workflowId, address, { ...fault })
}

function publishRun(
  ctx: Transaction,
  type: 'Transcription.automatic' | 'Transcription.automatic.failed',
  workflowId: string,
  { productionId, mediaObjectId, language }: TranscriptAddress,
  extended: Record<string, unknown>,
): void {
  ctx.publish({
    type,
    productionId,
    object: { objectType: 'MediaObject', id: mediaObjectId, language },
    target: { objectType: 'Workflow', id: workflowId },
    extended,
  })
}
