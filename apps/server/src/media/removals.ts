import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { mayRemoveBlobs } from '../platform/blob-hold.ts'
import type { Platform, Transaction } from '../platform/context.ts'
import { deleteRemovals, insertRemovals, lockRemovals } from './store.ts'

/** A file whose row is going: a blob by its key, or a file of the staging folder by its name. */
interface Removal {
  kind: 'blob' | 'staging'
  name: string
}

const removalSignal = 'removals'
const batchSize = 100
/** Deletions come in bursts; one look is enough for many. */
const gatherMs = 100
/** It also looks without being told: a hint may be lost, a disk may have been busy. */
const pauseMs = 60_000

/** Files to remove once this transaction is committed, and never before: the list is part of it. */
export async function queueRemovals(ctx: Transaction, removals: Removal[]): Promise<void> {
  await insertRemovals(ctx.db, removals)
  ctx.afterCommit(() => ctx.platform.signals.emit(removalSignal))
}

/** Removes the listed files, now and whenever something was deleted; the result stops it. */
export function startRemovals(platform: Platform): () => Promise<void> {
  let running = Promise.resolve()
  let timer: NodeJS.Timeout | undefined
  let isStopped = false
  const run = async () => {
    timer = undefined
    while (!isStopped && (await removeBatch(platform)) === batchSize);
  }
  const wakeAfter = (delayMs: number) => {
    timer ??= setTimeout(() => {
      running = running.then(run).catch(error => platform.log.error({ err: error }, 'could not remove files'))
    }, delayMs)
  }
  const unsubscribe = platform.signals.on(removalSignal, () => wakeAfter(gatherMs))
  const interval = setInterval(() => wakeAfter(0), pauseMs)
  wakeAfter(0)
  return async () => {
    isStopped = true
    clearInterval(interval)
    clearTimeout(timer)
    unsubscribe()
    await running
  }
}

/** Removes some files and then their entries; after a crash between the two, removing again does no harm. */
async function removeBatch(platform: Platform): Promise<number> {
  return platform.database.transaction().execute(async db => {
    if (!(await mayRemoveBlobs(db))) return 0
    const removals = await lockRemovals(db, batchSize)
    const done: number[] = []
    for (const { id, kind, name } of removals) {
      try {
        if (kind === 'blob') await platform.blobs.delete(name)
        else await rm(join(platform.blobs.stagingDir, name), { force: true })
        done.push(id)
      } catch (error) {
        platform.log.warn({ err: error, kind, name }, 'could not remove a file')
      }
    }
    if (done.length > 0) await deleteRemovals(db, done)
    return done.length
  })
}
