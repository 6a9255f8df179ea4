/**
 * The one event log. Rows are written in the transaction that caused them and read in an order without gaps.
 *
 * Ids alone would not do: a row with a small id may be committed after one with a larger id. Each row also carries
 * its transaction's number (xid8); a reader stops before the oldest transaction that still runs in this database, and
 * orders by (transaction, id). What comes later always sorts behind what was read.
 */

import { setTimeout as delay } from 'node:timers/promises'
import type { EventType } from '@rushes/contract'
import { type Generated, type RawBuilder, sql } from 'kysely'
import type { Actor } from './actor.ts'
import type { Clock } from './clock.ts'
import type { Database } from './database/index.ts'

/** What happened, as a use case tells it; who, when and in which request are added here. */
export interface NewEvent {
  type: EventType
  productionId?: number | undefined
  accountId?: number | undefined
  editorialObjectId?: number | undefined
  shareId?: number | undefined
  verb?: string
  name?: string
  message?: string
  /** The thing it happened to: at least `id` and `objectType`. */
  /** Who acted, as another system says; otherwise whoever the context names. */
  actor?: Record<string, unknown> | undefined
  object?: Record<string, unknown>
  target?: Record<string, unknown>
  extended?: Record<string, unknown>
}

/** An event of the log. */
export interface LoggedEvent extends NewEvent {
  id: string
  created: number
  requestId: string
  actor: Record<string, unknown>
}

/** How far a reader has come. */
export interface EventPosition {
  transaction: string
  id: number
}

export interface EventTable {
  id: Generated<number>
  transaction: Generated<string>
  type: EventType
  account_id: number | null
  production_id: number | null
  created: number
  body: string
}

declare module './database/tables.ts' {
  interface Tables {
    event: EventTable
  }
}

/** Where every log begins. */
export const logStart: EventPosition = { transaction: '0', id: 0 }

/** Who acts, when, and in which transaction: as much of a context as the log needs. */
interface LogContext {
  readonly db: Database
  readonly actor: Actor
  readonly requestId: string
  readonly platform: { readonly clock: Clock }
}

/** Writes the events of a transaction into it. */
export async function appendEvents(ctx: LogContext, events: readonly NewEvent[]): Promise<void> {
  const rows = JSON.stringify(events.map(event => toEventRow(ctx, event)))
  // One parameter: a statement holds 65535 at most, and a large deletion tells of more.
  await sql`
    insert into event (type, account_id, production_id, created, body)
    select told.type, told.account_id, told.production_id, told.created, told.body
    from jsonb_to_recordset(${rows}::jsonb) as told
      (type text, account_id bigint, production_id bigint, created bigint, body jsonb)`.execute(ctx.db)
}

/** The same at once, told as the log has them: for a use case that answers with them. */
export async function insertEvents(ctx: LogContext, events: readonly NewEvent[]): Promise<LoggedEvent[]> {
  const rows = events.map(event => toEventRow(ctx, event))
  const { rows: written } = await sql<{ id: number; created: number; body: string }>`
    insert into event (type, account_id, production_id, created, body)
    select told.row ->> 'type', (told.row ->> 'account_id')::bigint, (told.row ->> 'production_id')::bigint,
      (told.row ->> 'created')::bigint, told.row -> 'body'
    from jsonb_array_elements(${JSON.stringify(rows)}::jsonb) with ordinality as told (row, place) order by told.place
    returning id, created, body`.execute(ctx.db)
  return written.toSorted((a, b) => a.id - b.id).map(toLoggedEvent)
}

/** An event as the log keeps it. */
export type EventRow = ReturnType<typeof toEventRow>

export function toEventRow(ctx: Omit<LogContext, 'db'>, event: NewEvent) {
  return {
    type: event.type,
    account_id: event.accountId ?? null,
    production_id: event.productionId ?? null,
    created: ctx.platform.clock.now(),
    body: {
      // What comes through a share is told as such, wherever it is done.
      ...(ctx.actor.kind === 'visitor' ? { shareId: ctx.actor.shareId } : {}),
      ...event,
      ...(event.actor ? { postedBy: describeActor(ctx.actor) } : { actor: describeActor(ctx.actor) }),
      requestId: ctx.requestId,
    },
  }
}

/**
 * The part of a larger statement that writes events together with the rows they tell of: each event comes with the id of
 * its row, and only those are written whose row is among `written`.
 */
export function toEventInsertion(
  events: readonly (EventRow & { readonly subject: number })[],
  written: RawBuilder<{ id: number }>,
): RawBuilder<unknown> {
  return sql`insert into event (type, account_id, production_id, created, body)
    select told.type, told.account_id, told.production_id, told.created, told.body
    from jsonb_to_recordset(${JSON.stringify(events)}::jsonb) as told
      (subject bigint, type text, account_id bigint, production_id bigint, created bigint, body jsonb)
    where told.subject in (${written})`
}

/** Events behind a position, in order; at most `limit`. */
export async function readEvents(
  db: Database,
  after: EventPosition,
  options: {
    limit: number
    productionId?: number
    accountId?: number
    type?: string
    /** A condition on the columns of `event`. */
    matching?: RawBuilder<boolean>
  },
): Promise<{ events: LoggedEvent[]; position: EventPosition }> {
  const horizon = await findHorizon(db)
  let query = db
    .selectFrom('event')
    .select(['id', 'created', 'body', sql<string>`transaction::text`.as('transaction')])
    .where(sql<boolean>`(transaction, id) > (${after.transaction}::xid8, ${after.id}::bigint)`)
    .where(sql<boolean>`transaction < ${horizon}::xid8`)
    .orderBy(sql`event.transaction`)
    .orderBy('id')
    .limit(options.limit)
  if (options.productionId !== undefined) query = query.where('production_id', '=', options.productionId)
  if (options.accountId !== undefined) query = query.where('account_id', '=', options.accountId)
  if (options.type !== undefined) query = query.where('type', '=', options.type as EventType)
  if (options.matching) query = query.where(options.matching)
  const rows = await query.execute()
  const last = rows.at(-1)
  return {
    events: rows.map(toLoggedEvent),
    // Below the horizon everything has been read, also what was passed over.
    position:
      last && rows.length === options.limit ? { transaction: last.transaction, id: last.id } : toPosition(horizon),
  }
}

/**
 * Waits until readers see all that was committed before, so that whoever has just changed something is told of it; no
 * longer than so many milliseconds, since transactions may last. Not within a transaction.
 */
export async function waitForCommitted(db: Database, patienceMs: number): Promise<void> {
  const end = await findUpperEnd(db)
  const deadline = performance.now() + patienceMs
  while (BigInt(await findHorizon(db)) < end && performance.now() < deadline) await delay(10)
}

/** How many events there are behind a position, as a reader would see them now. */
export async function countEvents(db: Database, after: EventPosition, matching: RawBuilder<boolean>): Promise<number> {
  const { count } = await db
    .selectFrom('event')
    .select(eb => eb.fn.countAll<number>().as('count'))
    .where(sql<boolean>`(transaction, id) > (${after.transaction}::xid8, ${after.id}::bigint)`)
    .where(sql<boolean>`transaction < ${await findHorizon(db)}::xid8`)
    .where(matching)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Where a reader begins that wants to know what happens from now on; it may also be told of what has just happened. */
export async function findEnd(db: Database): Promise<EventPosition> {
  return toPosition(await findHorizon(db))
}

/** The id of the last event of a production that a reader at a position has behind it; nothing where there is none. */
export async function findLastEventId(
  db: Database,
  position: EventPosition,
  productionId: number,
): Promise<number | undefined> {
  const row = await db
    .selectFrom('event')
    .select('id')
    .where('production_id', '=', productionId)
    .where(sql<boolean>`(transaction, id) <= (${position.transaction}::xid8, ${position.id}::bigint)`)
    .orderBy(sql`event.transaction`, 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.id
}

/** Before all events of the first transaction that may still write some. */
function toPosition(horizon: string): EventPosition {
  return { transaction: horizon, id: 0 }
}

/** Events with these ids, in no order. */
export async function readEventsById(db: Database, ids: readonly number[]): Promise<LoggedEvent[]> {
  const rows = await db
    .selectFrom('event')
    .select(['id', 'created', 'body'])
    .where('id', '=', sql<number>`any(${ids}::bigint[])`)
    .execute()
  return rows.map(toLoggedEvent)
}

/** Ids of all events, as a part of a larger statement. */
export function selectEventIds(): RawBuilder<{ id: number }> {
  return sql`select id from event`
}

function toLoggedEvent(row: { id: number; created: number; body: string }): LoggedEvent {
  return {
    ...(row.body as unknown as Omit<LoggedEvent, 'id' | 'created'>),
    id: String(row.id),
    created: row.created,
  }
}

/**
 * The number below which every transaction of this database has ended: once that is so, it stays so. A snapshot's own
 * lower end would also wait for other databases of the server. The upper end is read first: a transaction that gets its
 * number later gets a larger one. At most once in a transaction, which is told who is running as it was the first time.
 */
async function findHorizon(db: Database): Promise<string> {
  const upper = await findUpperEnd(db)
  const running = await sql<{ number: string }>`
    select distinct backend_xid::text as number from pg_stat_activity
    where datname = current_database() and backend_xid is not null`.execute(db)
  const horizon = running.rows.reduce((least, { number }) => {
    const own = toFullNumber(BigInt(number), least)
    return own < least ? own : least
  }, upper)
  return String(horizon)
}

/** Above the number of every transaction that has one. */
async function findUpperEnd(db: Database): Promise<bigint> {
  const { rows } = await sql<{ number: string }>`
    select pg_snapshot_xmax(pg_current_snapshot())::text as number`.execute(db)
  return BigInt(rows[0]!.number)
}

const numbersOfEpoch = 1n << 32n

/** A running transaction is told by the lower half of its number; the upper half is that of a number near by. */
function toFullNumber(lower: bigint, near: bigint): bigint {
  const same = (near / numbersOfEpoch) * numbersOfEpoch + lower
  if (same - near > numbersOfEpoch / 2n) return same - numbersOfEpoch
  return near - same > numbersOfEpoch / 2n ? same + numbersOfEpoch : same
}

/** The position of an event, for a reader that knows only its id; the id's own place when the row is gone. */
export async function findEventPosition(db: Database, id: number): Promise<EventPosition | undefined> {
  const row = await db
    .selectFrom('event')
    .select(sql<string>`transaction::text`.as('transaction'))
    .where('id', '=', id)
    .executeTakeFirst()
  return row && { transaction: row.transaction, id }
}

/** Who acts, as records have it. */
export function describeActor(actor: Actor): Record<string, unknown> {
  switch (actor.kind) {
    case 'user':
      return { objectType: 'User', id: actor.userId, username: actor.username }
    case 'visitor':
      return { objectType: 'SharedUser', shareId: actor.shareId, ...actor.sharedUser }
    case 'first stage':
      return { objectType: 'User', id: actor.userId }
    default:
      return { objectType: actor.kind }
  }
}
