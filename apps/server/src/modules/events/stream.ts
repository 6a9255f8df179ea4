/** The events of a production as they happen, as server-sent events. */

import type { Event } from '@rushes/contract'
import type { Context } from '../../platform/context.ts'
import type { FeedEntry } from '../../platform/events/feed.ts'
import { findLastEventId, type LoggedEvent, readEvents } from '../../platform/events/log.ts'
import { type EventPosition, findEnd, isBefore } from '../../platform/events/position.ts'
import {
  type EventWriter,
  type Exchange,
  RawReply,
  toWatched,
  toWrittenEventStream,
} from '../../platform/http/index.ts'
import { toEvent, toEventPosition } from './service.ts'

/** A stream that has fallen behind reads for itself: so much at a time, which its reader takes first. */
const catchUpSize = 500
const maxCatchUpBytes = 256 * 1024

/**
 * Answers with a stream of events that `follow` writes, which ends with the right to it, with its reader, and when the
 * service stops. Rejects when the log cannot be read.
 */
export async function answerStream(
  { platform }: Context,
  exchange: Exchange,
  stopping: AbortSignal,
  follow: (entry: FeedEntry, writer: EventWriter) => Promise<void>,
): Promise<RawReply> {
  const entry = await platform.eventFeed.enter()
  platform.figures.eventStreams.inc()
  const { status, headers, body } = toWrittenEventStream(stopping, async writer => {
    try {
      const gone = aborted(writer.signal)
      await Promise.race([gone, follow(entry, writer).then(() => gone)])
    } finally {
      entry.leave()
      platform.figures.eventStreams.dec()
    }
  })
  return new RawReply(status, headers, toWatched(platform, body, exchange.assertStillAllowed))
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise(resolve => {
    if (signal.aborted) resolve()
    signal.addEventListener('abort', () => resolve(), { once: true })
  })
}

/**
 * Writes the events of a production: those after the last one that the client saw, then each as it happens. Throws
 * BadRequestError when `lastEventId` is no event.
 */
export async function followProduction(
  ctx: Context,
  productionId: number,
  lastEventId: string | undefined,
): Promise<(entry: FeedEntry, writer: EventWriter) => Promise<void>> {
  const start = lastEventId === undefined || lastEventId === '' ? undefined : await toEventPosition(ctx, lastEventId)
  const { database } = ctx.platform
  return async (entry, writer) => {
    let position = start ?? entry.position
    // One that is cut off before anything has happened comes back to the same place; the feed may be behind it.
    const told = start ?? (await findEnd(database))
    writer.send(`id: ${(await findLastEventId(database, told, productionId)) ?? 0}\n\n`)
    while (!writer.signal.aborted && !isSame(position, entry.position)) {
      const end = entry.position
      if (!isBefore(position, end)) await entry.moved()
      else position = await catchUp(position, end, writer)
    }
    if (!writer.signal.aborted) entry.join(productionId, batch => writer.send(batch.derive(toMessages, toMessages)))
  }

  async function catchUp(after: EventPosition, upTo: EventPosition, writer: EventWriter): Promise<EventPosition> {
    const limits = { limit: catchUpSize, maxBytes: maxCatchUpBytes }
    const { events, position } = await readEvents(database, after, { ...limits, upTo, productionId })
    if (events.length > 0) writer.send(toMessages(events))
    await writer.drained()
    return position
  }
}

function isSame(a: EventPosition, b: EventPosition): boolean {
  return a.transaction === b.transaction && a.id === b.id
}

function toMessages(events: readonly LoggedEvent[]): Buffer {
  return Buffer.from(events.map(event => toMessage(toEvent(event))).join(''))
}

/** An event as a message of a stream. */
export function toMessage(event: Event): string {
  return `id: ${event.id}\nevent: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`
}
