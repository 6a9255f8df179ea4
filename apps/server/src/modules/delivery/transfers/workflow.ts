/** Carries what was submitted to the volume that its request names. */

import { join } from 'node:path'
import type { Context, Transaction } from '../../../platform/context.ts'
import { findInstance, toFileName } from '../../media/index.ts'
import {
  defineWorkflow,
  getWorkflowReport,
  implementWorkflow,
  PermanentError,
  startWorkflow,
  type TaskOutcome,
  type TaskRun,
  type WorkflowWork,
} from '../../workflows/index.ts'
import { findSubmitted } from '../submissions/clips.ts'
import { type CopyableFile, copyFiles } from '../submissions/copy-clips.ts'
import { findSubmissionRow } from '../submissions/store.ts'
import type { SubmissionRow } from '../tables.ts'

interface TransferInput {
  readonly submissionId: number
  readonly volume: string
}

const definition = defineWorkflow<TransferInput, 'transfer'>({
  name: 'deliveryTransfer',
  tasks: {
    transfer: {
      label: 'Copy the clips to the volume',
      attempts: 5,
      retryDelayMs: 10_000,
      timeoutMs: 12 * 3_600_000,
      isLong: true,
      atOnce: 2,
    },
  },
})

/** Starts the transfer of a submission's clips to a volume; gives the id of its workflow. */
export function startTransfer(ctx: Transaction, row: SubmissionRow, volume: string): Promise<string> {
  return startWorkflow(ctx, definition, {
    productionId: row.production_id,
    label: `Delivery to ${volume}`,
    input: { submissionId: row.id, volume },
  })
}

/** How a transfer ended: what was copied where, or why it was not; nothing while it goes on. */
export async function findTransferEnd(
  ctx: Context,
  workflowId: string,
): Promise<{ report: Record<string, unknown> } | { fault: string } | undefined> {
  const { status, taskReports = [], errorReports = [] } = await getWorkflowReport(ctx, workflowId)
  if (status === 'Completed') return { report: taskReports[0]?.report ?? {} }
  if (status !== 'Error' && status !== 'Cancelled') return undefined
  return { fault: errorReports[0]?.error?.message ?? `The transfer ended as ${status}` }
}

/** The work of transfers. */
export function createTransferWork(): WorkflowWork {
  return implementWorkflow(definition, { transfer })
}

async function transfer(run: TaskRun<TransferInput>): Promise<TaskOutcome> {
  const { ctx, input, workflowId, signal } = run
  const root = ctx.platform.config.volumes.get(input.volume)
  if (root === undefined)
    throw new PermanentError('NO_VOLUME', `RUSHES_VOLUMES names no volume ${input.volume} any more`)
  const row = await findSubmissionRow(ctx.db, run.productionId, input.submissionId)
  if (!row) return { skip: 'The submission was deleted' }
  // Made of numbers alone: nothing that somebody wrote becomes a folder.
  const place = `${row.production_id}/${row.delivery_request_id}/${row.submission_version}`
  const files = await copyFiles(await listFiles(ctx, row), join(root, place), workflowId, {
    signal,
    onProgress: share => run.report(share * 100),
  })
  return { record: async () => ({ report: { handle: input.volume, place, files } }) }
}

/** The originals of the clips, each under a name of its own. */
async function listFiles(ctx: Context, row: SubmissionRow): Promise<CopyableFile[]> {
  const annotations = await findSubmitted(ctx, row.production_id, row.annotation_ids)
  const files: CopyableFile[] = []
  for (const id of row.annotation_ids) {
    const clipId = annotations.get(id)?.media_object_id
    const original = clipId === undefined ? undefined : await findInstance(ctx.db, clipId, 'RAW')
    if (!original) throw new PermanentError('NO_ORIGINAL', `Clip ${clipId ?? id} has no original any more`)
    files.push({
      name: `${id}-${toFileName(original.file_name ?? 'unnamed')}`,
      size: original.size,
      read: () => ctx.platform.blobs.read(original.blob_key),
    })
  }
  return files
}
