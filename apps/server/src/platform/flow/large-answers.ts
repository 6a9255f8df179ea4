/** How answers that may be large are read: in batches of bounded size, one batch of the process at a time. */

import type { RawBuilder } from 'kysely'
import type { Context } from '../context.ts'
import { readWithin } from '../database/index.ts'

/** What an answer may read at once and hold whole. */
export const maxWholeBytes = 1024 * 1024
/** What a larger one reads at a time. Texts of more than 128 KiB are large objects to V8, which it frees late. */
const maxBatchBytes = 64 * 1024
const maxBatchRows = 1000

/** A row and its text. */
export interface ReadText {
  readonly id: number
  readonly text: string
}

/**
 * Reads one text per row, in the order of the ids, each batch by a statement of its own once the last one is done with.
 * Rows that are gone, or have no text, are left out. Callers take turns, so that the requests of one never keep another
 * waiting for more than a batch.
 */
export async function* readInTurns(
  ctx: Context,
  ids: readonly number[],
  select: (id: RawBuilder<number>) => RawBuilder<{ text: string | null }>,
): AsyncGenerator<ReadText[]> {
  const inTurn = ctx.platform.turns.batches(toCaller(ctx))
  for (let done = 0; done < ids.length; ) {
    const left = ids.slice(done, done + maxBatchRows)
    const read = () => readWithin(ctx.db, left, maxBatchBytes, select)
    // A transaction holds a connection, which the request that has the turn may be waiting for.
    const texts = ctx.db.isTransaction ? await read() : await inTurn(read)
    done += texts.length
    yield texts.flatMap((text, index) => (text === null ? [] : [{ id: left[index]!, text }]))
  }
}

/** Whose turn it is: a session is a caller. */
export function toCaller({ actor }: Context): number {
  return 'sessionId' in actor ? actor.sessionId : 0
}
