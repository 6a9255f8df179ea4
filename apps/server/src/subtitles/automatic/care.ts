import { ServiceError } from '@rushes/contract'
import { lockClipAnnotation } from '../../annotations/index.ts'
import { startCare } from '../../platform/care.ts'
import { type Context, inTransaction, type Platform } from '../../platform/context.ts'
import { getWorkflowReport } from '../../workflows/index.ts'
import { announceFailure } from './outcome.ts'
import { listOpenWork, type OpenWork } from './store.ts'

/** Events come in bursts. */
const gatherMs = 50

/**
 * Tells of runs that ended without having stored anything, however they ended: by an error, by someone who cancelled
 * them, or with the worker that had them. The result stops it.
 */
export function startSubtitleCare(platform: Platform): () => Promise<void> {
  return startCare(platform, { name: 'subtitles', gatherMs, look: tellOfFailures })
}

async function tellOfFailures(ctx: Context): Promise<void> {
  for (const work of await listOpenWork(ctx.db)) {
    const reason = await findFailure(ctx, work)
    if (!reason) continue
    await inTransaction(ctx, async ctx => {
      // The clip may be gone, and its status with it.
      const clip = await lockClipAnnotation(ctx, work.production_id, work.media_object_id).catch(ignoreMissing)
      await announceFailure(ctx, work, clip, reason)
    })
  }
}

/** Why a run has ended without success; undefined while it goes on. */
async function findFailure(ctx: Context, work: OpenWork): Promise<Record<string, unknown> | undefined> {
  const report = await getWorkflowReport(ctx, work.workflow_id).catch(ignoreMissing)
  if (!report) return { status: 'Cancelled' }
  const { status, errorReports } = report
  if (status !== 'Error' && status !== 'Cancelled') return undefined
  const [first] = errorReports
  return { status, ...(first && { task: first.name, ...first.error }) }
}

function ignoreMissing(error: unknown): undefined {
  if (error instanceof ServiceError && error.type === 'NotFoundError') return undefined
  throw error
}
