import { randomUUID } from 'node:crypto'
import { rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Transaction } from '../../../platform/context.ts'
import {
  addInstance,
  listInstanceRows,
  type MediaInstanceRow,
  type NewInstance,
  planBlob,
  removeInstance,
} from '../../media/index.ts'
import type { TaskOutcome, TaskRun } from '../../workflows/index.ts'
import type { Original } from './original.ts'

/** A file that an ingest made, alone in its staging folder. */
interface Derivative extends Omit<NewInstance, 'mediaObjectId' | 'blobKey' | 'size' | 'sourceInstanceId'> {
  readonly path: string
  /** Marks instances that ingest made, to be replaced when it is done again. */
  readonly profile: string
}

/**
 * The outcome of a task that made a file: it becomes an instance instead of the one that an earlier ingest made.
 * Its bytes are in the store before the row is; they go when the row does not come to be.
 */
export async function recordDerivative(
  run: TaskRun<object>,
  { mediaObjectId, instance: source }: Pick<Original, 'mediaObjectId'> & Partial<Original>,
  derivative: Derivative,
  tell: (ctx: Transaction, instance: MediaInstanceRow) => Promise<Record<string, unknown>>,
): Promise<TaskOutcome> {
  const { path, ...instance } = derivative
  const { platform } = run.ctx
  const blob = await planBlob(platform, `${run.productionId}/${mediaObjectId}/${randomUUID()}`)
  const removeFolder = () => rm(dirname(path), { recursive: true, force: true })
  return {
    record: async ctx => {
      const { size } = await stat(path)
      await blob.keep(ctx)
      await platform.blobs.adopt(path, blob.key)
      // Now: a process that is killed after the commit would leave it.
      await removeFolder()
      for (const row of await listInstanceRows(ctx.db, mediaObjectId)) {
        if (row.type === instance.type && row.profile === instance.profile) await removeInstance(ctx, row)
      }
      const row = await addInstance(ctx, run.productionId, {
        ...instance,
        mediaObjectId,
        blobKey: blob.key,
        size,
        ...(source ? { sourceInstanceId: source.id } : {}),
      })
      return { instanceId: row.id, ...(await tell(ctx, row)) }
    },
    settled: async isRecorded => {
      await removeFolder()
      if (!isRecorded) await blob.release()
    },
  }
}
