/** Sees to it that no run is left open: whichever way a workflow ends, its transcript is there or has failed. */

import { ServiceError } from '@rushes/contract'
import { startBackground } from '../../../platform/background/background.ts'
import { type Context, inTransaction, type Platform } from '../../../platform/context.ts'
import { getWorkflowReport } from '../../workflows/index.ts'
import { listRuns } from './run-store.ts'
import { failRun, type RunFault } from './runs.ts'

/** Events come in bursts. */
const gatherMs = 100
/** An event may have been missed. */
const everyMs = 5_000
const mostRuns = 1000

/** Starts to settle runs; the result stops it. */
export function startTranscriptCare(platform: Platform): () => Promise<void> {
  return startBackground(platform, {
    name: 'transcripts',
    everyMs,
    wakeOnEvents: ['Workflow'],
    gatherMs,
    run: settleRuns,
  })
}

async function settleRuns(ctx: Context): Promise<void> {
  for (const { workflow_id: workflowId } of await listRuns(ctx.db, mostRuns)) {
    const fault = await findFault(ctx, workflowId)
    if (fault) await inTransaction(ctx, ctx => failRun(ctx, workflowId, fault))
  }
}

/** Why the workflow will not write the transcript any more; nothing while it may. */
async function findFault(ctx: Context, workflowId: string): Promise<RunFault | undefined> {
  try {
    const { status, errorReports } = await getWorkflowReport(ctx, workflowId)
    if (status === 'Cancelled') return { code: 'CANCELLED', message: 'The workflow was cancelled' }
    if (status !== 'Error' && status !== 'Completed') return undefined
    return errorReports[0]?.error ?? { code: 'NOT_WRITTEN', message: 'The workflow ended without a transcript' }
  } catch (error) {
    if (!(error instanceof ServiceError) || error.status !== 404) throw error
    return { code: 'NOT_WRITTEN', message: 'The workflow is gone' }
  }
}
