/** The events of a production as they happen, as server-sent events. */

import { setTimeout as delay } from 'node:timers/promises'
import type { Context } from '../platform/context.ts'
import { type EventPosition, findEnd, readEvents } from '../platform/event-log.ts'
import { toEvent, toEventPosition } from './service.ts'

const batchSize = 500
/** It also looks without being told: a hint may be lost. */
const lookEveryMs = 5_000
/** Events come in bursts, and an event may wait for an older transaction to end. */
const gatherMs = 50

/**
 * Where a stream begins: behind the last event that the client saw, or now. Throws BadRequestError when that is no event.
 */
export function findStart(ctx: Context, lastEventId: string | undefined): Promise<EventPosition> {
  return lastEventId === undefined || lastEventId === '' ? findEnd(ctx.db) : toEventPosition(ctx, lastEventId)
}

/** Each event once, in order, until the signal. */
export async function* writeEvents(
  { platform }: Context,
  productionId: number,
  start: EventPosition,
  signal: AbortSignal,
): AsyncGenerator<string, void, undefined> {
  let position = start
  let hint = Promise.withResolvers<void>()
  const wake = () => hint.resolve()
  const off = platform.signals.on('events', wake)
  signal.addEventListener('abort', wake)
  try {
    while (!signal.aborted) {
      const read = await readEvents(platform.database, position, { limit: batchSize, productionId })
      for (const event of read.events) {
        yield `id: ${event.id}\nevent: ${event.type}\ndata: ${JSON.stringify(toEvent(event))}\n\n`
      }
      position = read.position
      if (read.events.length === batchSize) continue
      await within(hint.promise, lookEveryMs)
      hint = Promise.withResolvers()
      await delay(gatherMs)
    }
  } finally {
    off()
    signal.removeEventListener('abort', wake)
  }
}

/** Waits for something, so long at most. */
async function within(something: Promise<void>, mostMs: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, mostMs)
  await Promise.race([something, promise])
  clearTimeout(timer)
}
