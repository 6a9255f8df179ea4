import { startBackground } from '../../../platform/background/background.ts'
import { mayRemoveBlobs } from '../../../platform/blobs/hold.ts'
import type { Platform, Transaction } from '../../../platform/context.ts'
import { DatabaseUnavailableError } from '../../../platform/database/index.ts'
import { deleteRemovals, insertRemovals, lockRemovals, releaseOtherRemovals, releaseRemoval } from '../store.ts'

/** Bytes whose row is going: a blob by its key, or an upload by its name in the store. */
interface Removal {
  kind: 'blob' | 'staging'
  name: string
}

const removalSignal = 'removals'
const batchSize = 100
const releaseRetryMs = 1000
/** From a plan to the commit that names the blob; a later commit is refused. */
const maxPlanMs = 3_600_000
/** Deletions come in bursts; one poll is enough for many. */
const gatherMs = 100
/** It also looks without being told: a hint may be lost, a disk may have been busy. */
const pauseMs = 60_000

/** Files to remove once this transaction is committed, and never before: the list is part of it. */
export async function queueRemovals(ctx: Transaction, removals: Removal[]): Promise<void> {
  await insertRemovals(
    ctx.db,
    removals.map(removal => ({ ...removal, holder: null })),
  )
  ctx.afterCommit(() => ctx.platform.signals.emit(removalSignal))
}

/** A blob that is about to be placed, and is removed unless a transaction names it. */
export interface PlannedBlob {
  readonly key: string
  /** Deletes the plan in the transaction that names the blob; throws when it was too late. */
  keep(ctx: Transaction): Promise<void>
  /** Has the blob removed, unless a transaction has named it; during an outage of the database, as soon as it is over. */
  release(): Promise<void>
}

/** Plans the removal of a blob before it is placed, so that a process that dies before the commit leaves no orphan. */
export async function planBlob({ database, instance, signals }: Platform, key: string): Promise<PlannedBlob> {
  const [id] = await insertRemovals(database, [{ kind: 'blob', name: key, holder: instance }])
  const release = async () => {
    try {
      await releaseRemoval(database, id!)
      signals.emit(removalSignal)
    } catch (error) {
      if (!(error instanceof DatabaseUnavailableError)) throw error
      // A successor releases what a stop leaves.
      setTimeout(() => release().catch(() => {}), releaseRetryMs).unref()
    }
  }
  return {
    key,
    async keep(ctx) {
      if ((await deleteRemovals(ctx.db, [id!])) === 0n) throw new Error(`the blob ${key} is being removed`)
    },
    release,
  }
}

/** Removes the listed files, now and whenever something was deleted; the result stops it. */
export function startRemovals(platform: Platform): () => Promise<void> {
  const { database, instance } = platform
  let mayHavePredecessor = platform.isAlone
  return startBackground(platform, {
    name: 'removal of files',
    everyMs: pauseMs,
    wakeOn: [removalSignal],
    gatherMs,
    async run(_, signal) {
      if (mayHavePredecessor) await releaseOtherRemovals(database, instance)
      mayHavePredecessor = false
      while (!signal.aborted && (await removeBatch(platform)) === batchSize);
    },
  })
}

/** Removes some files and then their entries; after a crash between the two, removing again does no harm. */
async function removeBatch(platform: Platform): Promise<number> {
  return platform.database.transaction().execute(async db => {
    if (!(await mayRemoveBlobs(db))) return 0
    const removals = await lockRemovals(db, batchSize, maxPlanMs)
    const done: number[] = []
    for (const { id, kind, name } of removals) {
      try {
        if (kind === 'blob') await platform.blobs.delete(name)
        else await platform.blobs.removeUpload(name)
        done.push(id)
      } catch (error) {
        platform.log.warn({ err: error, kind, name }, 'could not remove a file')
      }
    }
    if (done.length > 0) await deleteRemovals(db, done)
    return done.length
  })
}
