import { setTimeout as delay } from 'node:timers/promises'
import { ServiceError } from '@rushes/contract'
import { startBackground } from '../../../platform/background/background.ts'
import { leaseMs } from '../../../platform/background/lease.ts'
import type { Context, Platform } from '../../../platform/context.ts'
import type { ByteRange } from '../policy.ts'
import {
  beginReplacing,
  beginWriting,
  deleteChunk,
  endChunk,
  finishChunk,
  insertChunk,
  isHeld,
  prolongChunks,
} from './store.ts'

/** The file of an upload, held for one chunk: no process closes the upload meanwhile. */
export interface Hold {
  /** Larger than those of the chunks before it. */
  readonly id: number
  /** Whether some of the chunk's bytes were received before, or another one may be writing them. */
  readonly isResent: boolean
  /** Aborted when the hold has lapsed, and not by a close that waits for it. */
  readonly lapsed: AbortSignal
  /** Throws when the upload may have been closed, as far as this process can tell without asking. */
  assertHeld(): void
  /** Whether no close can have gone past this hold, as the database says; the chunk may write then. */
  isHeld(): Promise<boolean>
  /** Has a close wait until the bytes up to `end` are written, rather than stop the chunk; false when one was faster. */
  beginWriting(end: number): Promise<boolean>
  /** Notes that the chunk replaces bytes as they come, which a close may stop; false when one was faster. */
  beginReplacing(): Promise<boolean>
  /**
   * Records that a range is on the disk and ends the hold; returns how many bytes have been received. Nothing if the
   * hold had lapsed, or the upload takes no more.
   */
  record(range: ByteRange, expires: number): Promise<number | undefined>
  /** Ends the hold where nothing was recorded. What may have been written ends at `end`: nothing, where that is its start. */
  release(end: number): Promise<void>
}

/** The holds of this process. */
export interface Holds {
  /** Nothing when the upload takes no chunks. `stopper` is aborted when it is closed by any process. */
  take(uploadId: number, range: ByteRange, stopper: AbortController): Promise<Hold | undefined>
  /** Makes all last longer; to be called every second. */
  prolong(): Promise<void>
}

/** A write that has begun may take so long after the last time that the hold was seen to last. */
const marginMs = 3_000
const prolongEveryMs = 1_000
export const pollMs = 50

interface HeldChunk {
  readonly stopper: AbortController
  /** Aborted when the hold has lapsed, and by no close. */
  readonly lapse: AbortController
  /** By the clock of this process, which stops for nothing that the database counts. */
  until: number
  /** Whether a close waits for it. */
  isWriting: boolean
}

/** Prolongs the holds of this process; the result ends that. */
export function startHolding(platform: Platform): () => Promise<void> {
  const { holds } = platform.services.transfers
  return startBackground(platform, { name: 'holds of uploads', everyMs: prolongEveryMs, run: () => holds.prolong() })
}

/** All holds of a process are prolonged together; the answer says which uploads were closed elsewhere. */
export function createHolds({ database, log, instance }: Platform): Holds {
  const held = new Map<number, HeldChunk>()

  async function prolong(): Promise<void> {
    if (held.size === 0) return
    const asked = [...held]
    const askedAt = performance.now()
    try {
      const ids = asked.map(([id]) => id)
      const writing = asked.filter(([, chunk]) => chunk.isWriting).map(([id]) => id)
      const lasting = new Set(await prolongChunks(database, ids, writing))
      for (const [id, chunk] of asked) {
        if (lasting.has(id)) chunk.until = askedAt + leaseMs - marginMs
        else if (chunk.isWriting) chunk.lapse.abort(lapsed())
        else chunk.stopper.abort(closedMeanwhile())
      }
    } catch (error) {
      log.warn({ err: error }, 'chunks not prolonged')
      for (const [, chunk] of asked) stopLapsed(chunk)
    }
  }

  return {
    prolong,
    async take(uploadId, range, stopper) {
      const until = performance.now() + leaseMs - marginMs
      const inserted = await insertChunk(database, uploadId, instance, range)
      if (inserted === undefined) return undefined
      const { id, isResent } = inserted
      const chunk = { stopper, lapse: new AbortController(), until, isWriting: false }
      held.set(id, chunk)
      let mayHaveWritten = false
      async function ask(isHeld: () => Promise<boolean>): Promise<boolean> {
        const askedAt = performance.now()
        if (!(await isHeld())) return false
        chunk.until = askedAt + leaseMs - marginMs
        mayHaveWritten = true
        return true
      }
      return {
        id,
        isResent,
        lapsed: chunk.lapse.signal,
        isHeld: () => ask(async () => (await prolongChunks(database, [id])).length > 0),
        assertHeld() {
          stopLapsed(chunk)
          if (!chunk.isWriting) stopper.signal.throwIfAborted()
          else if (hasLapsed(chunk)) throw lapsed()
        },
        async beginWriting(end) {
          stopLapsed(chunk)
          stopper.signal.throwIfAborted()
          chunk.isWriting = await ask(() => beginWriting(database, { id, uploadId, isResent }, end))
          return chunk.isWriting
        },
        async beginReplacing() {
          stopLapsed(chunk)
          stopper.signal.throwIfAborted()
          return ask(() => beginReplacing(database, { id, uploadId }))
        },
        record(range, expires) {
          held.delete(id)
          return finishChunk(database, { id, uploadId }, range, expires)
        },
        async release(end) {
          if (!held.delete(id)) return
          const ended = mayHaveWritten && end > range[0] ? endChunk(database, id, end) : deleteChunk(database, id)
          await ended.catch(error => log.warn({ err: error }, 'chunk not released'))
        },
      }
    },
  }
}

function hasLapsed({ until }: HeldChunk): boolean {
  return performance.now() >= until
}

function stopLapsed(chunk: HeldChunk): void {
  if (!hasLapsed(chunk)) return
  chunk.lapse.abort(lapsed())
  if (!chunk.stopper.signal.aborted) chunk.stopper.abort(lapsed())
}

/** A chunk whose hold ended before it did. */
export function lapsed(): ServiceError {
  return new ServiceError('RequestTimeoutError', 'The database did not answer in time; send the chunk again')
}

export function closedMeanwhile(): ServiceError {
  return new ServiceError('ConflictError', 'This upload was closed meanwhile')
}

/**
 * Waits until no process writes into the file of an upload that takes no more chunks: about a second, and no longer than
 * a hold lasts where a process died.
 */
export async function waitForHolds({ db }: Context, uploadId: number): Promise<void> {
  while (await isHeld(db, uploadId)) await delay(pollMs)
}
