import { type Event, malformed } from '@rushes/contract'
import type { Context } from '../platform/context.ts'
import {
  type EventPosition,
  findEventPosition,
  type LoggedEvent,
  logStart,
  readEvents,
  waitForCommitted,
} from '../platform/event-log.ts'
import { withoutNulls } from '../platform/without-nulls.ts'

const defaultLimit = 100
/** How long a listing waits for what was committed before, as a search does. */
const longestWaitMs = 1_000

/** Events of an account or a production behind the one that the caller saw last, with what was committed before. */
export async function listEvents(
  ctx: Context,
  place: { accountId: number } | { productionId: number },
  query: { since?: string | undefined; type?: Event['type'] | undefined; limit?: number | undefined },
): Promise<Event[]> {
  await waitForCommitted(ctx.db, longestWaitMs)
  const { events } = await readEvents(ctx.db, await toEventPosition(ctx, query.since), {
    ...place,
    ...(query.type === undefined ? {} : { type: query.type }),
    limit: query.limit ?? defaultLimit,
  })
  return events.map(toEvent)
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
