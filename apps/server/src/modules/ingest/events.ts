import type { EventType } from '@rushes/contract'
import type { Transaction } from '../../platform/context.ts'
import type { TaskRun } from '../workflows/index.ts'

/** Tells what an ingest has come to, in the transaction that records it. */
export function publishIngest(
  ctx: Transaction,
  run: TaskRun<object>,
  type: Extract<EventType, 'Media.probe' | 'Media.ingest' | 'Media.instance.proxy.online' | 'Transcode'>,
  extended: Record<string, unknown> = {},
): void {
  ctx.publish({
    type,
    productionId: run.productionId,
    object: { objectType: 'MediaObject', id: run.mediaObjectId },
    target: { objectType: 'Workflow', id: run.workflowId },
    extended,
  })
}
