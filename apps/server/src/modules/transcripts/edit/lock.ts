import { notFound, ServiceError, type WorkStatus } from '@rushes/contract'
import type { Transaction } from '../../../platform/context.ts'
import { type AnnotationRow, lockAnnotation } from '../../annotations/index.ts'
import type { TranscriptAddress } from '../address.ts'
import { lockStatus, writeStatus } from '../reading/status.ts'

/** Throws ConflictError while an engine is at work on a transcript, or when it is finished. */
export function assertEditable(status: WorkStatus): void {
  if (status === 'AUTOMATIC_STARTED') throw conflict('is being made; its workflow may be cancelled')
  if (status === 'COMPLETED') throw conflict('is COMPLETED; set its transcription status to EDITING first')
}

function conflict(message: string): ServiceError {
  return new ServiceError('ConflictError', `The transcript ${message}`)
}

/** Locks a transcript for a change by hand: from now on its status is `EDITING`. Throws ConflictError. */
export async function lockForEditing(ctx: Transaction, address: TranscriptAddress): Promise<void> {
  const found = await lockStatus(ctx, address)
  assertEditable(found.status)
  await writeStatus(ctx, address, found, 'EDITING')
}

/** A paragraph of this very transcript, locked. Throws NotFoundError. */
export async function lockParagraph(
  ctx: Transaction,
  { productionId, mediaObjectId, language }: TranscriptAddress,
  id: number,
): Promise<AnnotationRow> {
  const row = await lockAnnotation(ctx, productionId, id)
  const isOfIt =
    row.funnel === 'TranscriptAnnotation' && row.media_object_id === mediaObjectId && row.language === language
  if (!isOfIt) throw notFound('Paragraph', id)
  return row
}
