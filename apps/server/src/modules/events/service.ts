import { type CountedList, type Event, malformed } from '@rushes/contract'
import type { Context } from '../../platform/context.ts'
import { countEvents, findEventPosition, type LoggedEvent, readEvents } from '../../platform/events/log.ts'
import { type EventPosition, logStart, waitForCommitted } from '../../platform/events/position.ts'
import { withoutNulls } from '../../platform/text/without-nulls.ts'

const defaultLimit = 100
/** More are read on with `since`. */
const maxEvents = 10_000
/** How long a listing waits for what was committed before, as a search does. */
const longestWaitMs = 1_000

/** Events of an account or a production after the one that the caller saw last, and how many there are. */
export async function listEvents(
  ctx: Context,
  place: { accountId: number } | { productionId: number },
  query: { since?: string | undefined; type?: readonly Event['type'][] | undefined; limit?: number | undefined },
): Promise<CountedList<Event>> {
  const upTo = await waitForCommitted(ctx.db, longestWaitMs)
  const after = await toEventPosition(ctx, query.since)
  const wanted = { ...place, ...(query.type && { types: query.type }), upTo }
  const { events } = await readEvents(ctx.db, after, {
    ...wanted,
    limit: Math.min(query.limit ?? defaultLimit, maxEvents),
  })
  return { items: events.map(toEvent), total: await countEvents(ctx.db, after, wanted) }
}

/** An event as the interface shows it. */
export function toEvent(event: LoggedEvent): Event {
  return withoutNulls({ ...event, objectType: 'Event' }) as Event
}

/** `since` is the id of an event; without it, or with 0, the log is read from its start. */
export async function toEventPosition(ctx: Context, since: string | undefined): Promise<EventPosition> {
  if (since === undefined || since === '0') return logStart
  const id = /^\d{1,15}$/.test(since) ? Number(since) : undefined
  const position = id === undefined ? undefined : await findEventPosition(ctx.db, id)
  if (!position) throw malformed('since', 'is not the id of an event')
  return position
}
