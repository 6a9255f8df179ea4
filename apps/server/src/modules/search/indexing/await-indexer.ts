import { setTimeout as delay } from 'node:timers/promises'
import type { Platform } from '../../../platform/context.ts'
import { awaitedSignal, findLastPlace, hasChangesUpTo, type IndexExtent, writtenSignal } from './changes.ts'

/** A signal may be lost. */
const pollMs = 250

/** Waits, on a node that writes no documents, until others have written everything that was committed before. */
export async function awaitIndexer(
  { database, signals }: Platform,
  extent: IndexExtent,
  signal: AbortSignal,
): Promise<void> {
  const last = await findLastPlace(database, extent)
  if (last === undefined) return
  let written = Promise.withResolvers<void>()
  const off = signals.on(writtenSignal, () => written.resolve())
  try {
    do {
      signals.emit(awaitedSignal)
      await Promise.race([written.promise, delay(pollMs, undefined, { signal })])
      written = Promise.withResolvers()
    } while (await hasChangesUpTo(database, last, extent))
  } finally {
    off()
  }
}
