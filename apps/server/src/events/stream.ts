/** The events of a production as they happen, as server-sent events. */

import { setTimeout as delay } from 'node:timers/promises'
import type { Event } from '@rushes/contract'
import type { Context } from '../platform/context.ts'
import { type EventPosition, findEnd, findLastEventId, type LoggedEvent, readEvents } from '../platform/event-log.ts'
import { type Exchange, type RawReply, toEventStream, toWatched } from '../platform/http/index.ts'
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

/** Answers with a stream of events, which ends with the right to it, with its reader, and when the service stops. */
export function answerStream(
  { platform }: Context,
  exchange: Exchange,
  stopping: AbortSignal,
  write: (signal: AbortSignal) => AsyncGenerator<string, void, undefined>,
): RawReply {
  return toEventStream(write(AbortSignal.any([stopping, exchange.signal])), stream =>
    toWatched(platform, stream, exchange.assertStillAllowed),
  )
}

/**
 * A stream that tells first behind which event it begins: whoever is cut off before anything has happened comes back to
 * the same place.
 */
export async function* tellStart(
  { platform }: Context,
  productionId: number,
  start: EventPosition,
  events: AsyncGenerator<string, void, undefined>,
): AsyncGenerator<string, void, undefined> {
  yield `id: ${(await findLastEventId(platform.database, start, productionId)) ?? 0}\n\n`
  yield* events
}

/** What a reader is told of an event; nothing where it is none of theirs. */
type ShowEvent = (event: LoggedEvent) => Promise<Event | undefined>

/** Each event that is shown once, in order, until the signal. */
export async function* writeEvents(
  { platform }: Context,
  productionId: number,
  start: EventPosition,
  signal: AbortSignal,
  show: ShowEvent = async event => toEvent(event),
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
        const shown = await show(event)
        if (shown) yield `id: ${event.id}\nevent: ${event.type}\ndata: ${JSON.stringify(shown)}\n\n`
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
