/**
 * The one event log. Rows are written in the transaction that caused them and read in an order without gaps.
 *
 * Ids alone would not do: a row with a small id may be committed after one with a larger id. Each row also carries
 * its transaction's number (xid8); a reader stops before the oldest transaction that still runs in this database, and
 * orders by (transaction, id). What comes later always sorts behind what was read.
 */

import type { EventType } from '@rushes/contract'
import { type ColumnType, type Generated, type RawBuilder, sql } from 'kysely'
import type { Clock } from '../clock.ts'
import type { Database } from '../database/index.ts'
import type { Actor } from '../security/actor.ts'
import { type EventPosition, findEnd, horizonPoint, isBefore, selectHorizon, toPoint, toPosition } from './position.ts'
import type { Signals } from './signals.ts'

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
  /** Who acted, as another system says; otherwise the actor of the context. */
  actor?: Record<string, unknown> | undefined
  object?: Record<string, unknown>
  target?: Record<string, unknown>
  extended?: Record<string, unknown>
  /** As another system says; otherwise the request that is under way, and now. */
  requestId?: string
  created?: number
}

/** An event of the log. */
export interface LoggedEvent extends NewEvent {
  id: string
  created: number
  requestId: string
  actor: Record<string, unknown>
}

interface StoredEvent {
  readonly id: number
  readonly created: number
  readonly body: Omit<LoggedEvent, 'id'>
}

export interface EventTable {
  id: Generated<number>
  transaction: Generated<string>
  type: EventType
  account_id: number | null
  production_id: number | null
  created: number
  body: ColumnType<StoredEvent['body'], string, string>
}

declare module '../database/tables.ts' {
  interface Tables {
    event: EventTable
  }
}

/** Who acts, when, and in which transaction: as much of a context as the log needs. */
interface LogContext {
  readonly db: Database
  readonly actor: Actor
  readonly requestId: string
  readonly platform: { readonly clock: Clock }
}

/** The statement that writes the events of a transaction. */
export function toEventAppend(ctx: Omit<LogContext, 'db'>, events: readonly NewEvent[]): RawBuilder<unknown> {
  const rows = JSON.stringify(events.map(event => toEventRow(ctx, event)))
  // One parameter: a statement holds 65535 at most, and a large deletion reports more.
  return sql`
    insert into event (type, account_id, production_id, created, body)
    select told.type, told.account_id, told.production_id, told.created, told.body
    from jsonb_to_recordset(${rows}::jsonb) as told
      (type text, account_id bigint, production_id bigint, created bigint, body jsonb)`
}

/** The same at once, told as the log has them: for a use case that answers with them. */
export async function insertEvents(ctx: LogContext, events: readonly NewEvent[]): Promise<LoggedEvent[]> {
  const rows = events.map(event => toEventRow(ctx, event))
  const { rows: written } = await sql<StoredEvent>`
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
      // What comes through a share is reported as such, wherever it is done.
      ...(ctx.actor.kind === 'visitor' ? { shareId: ctx.actor.shareId } : {}),
      ...event,
      ...(event.actor ? { postedBy: describeActor(ctx.actor) } : { actor: describeActor(ctx.actor) }),
      requestId: event.requestId ?? ctx.requestId,
    },
  }
}

/**
 * The part of a larger statement that writes events together with the rows they are about: each event comes with the id of
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

/** Wakes all who follow the log. */
export const eventSignal = 'events'

/** Wakes those who wait for events of one kind: `Media` for `Media.create` and the like. */
export function toKindSignal(kind: string): string {
  return `${eventSignal}/${kind}`
}

/** Announces events, after the commit. */
export function signalEvents(signals: Signals, events: readonly Pick<NewEvent, 'type'>[]): void {
  signals.emit(eventSignal)
  for (const kind of new Set(events.map(({ type }) => type.split('.')[0] ?? type))) signals.emit(toKindSignal(kind))
}

/** The JSON text of the events that one read returns, in bytes. */
const maxReadBytes = 8 * 2 ** 20

/** Which events are read or counted. */
export interface EventFilter {
  /** Nothing after this position, which every transaction has to have passed. */
  readonly upTo?: EventPosition | undefined
  readonly productionId?: number
  readonly accountId?: number
  /** Events of any of these. */
  readonly types?: readonly EventType[]
  /** A condition on the columns of `event`. */
  readonly matching?: RawBuilder<boolean>
}

export interface ReadOptions extends EventFilter {
  readonly limit: number
  /** No more than this many bytes of JSON are returned, except for a single event that is larger. */
  readonly maxBytes?: number
}

/** What one read of the log returned. */
export interface EventPage {
  readonly events: LoggedEvent[]
  /** Where the next read begins. */
  readonly position: EventPosition
  /** Whether a limit was reached, so that there may be more. */
  readonly hasMore: boolean
  /** Whether an older transaction was still running, so that a later look may find more. */
  readonly isBlocked: boolean
}

/**
 * Events after a position, in order, bounded in number and in bytes; at least one where there is one. Without `upTo` at
 * most once in a transaction.
 */
export async function readEvents(db: Database, after: EventPosition, options: ReadOptions): Promise<EventPage> {
  const events: LoggedEvent[] = []
  let bytesLeft = options.maxBytes ?? maxReadBytes
  let position = after
  let end = options.upTo
  let isBlocked = false
  while (end === undefined || isBefore(position, end)) {
    const page = await listRows(
      db,
      position,
      { ...options, upTo: end, limit: options.limit - events.length },
      bytesLeft,
    )
    end ??= page.end
    isBlocked ||= page.isBlocked
    for (const row of page.rows) {
      bytesLeft -= Buffer.byteLength(row.body)
      if (bytesLeft < 0 && events.length > 0) return { events, position, isBlocked, hasMore: true }
      events.push(toLoggedEvent({ ...row, body: JSON.parse(row.body) }))
      position = { transaction: row.transaction, id: row.id }
      if (events.length === options.limit) return { events, position, isBlocked, hasMore: true }
    }
    // Below the end everything has been read, also what was passed over.
    if (page.rows.at(-1)?.isCut !== true) position = isBefore(position, end) ? end : position
    else if (bytesLeft <= 0) return { events, position, isBlocked, hasMore: true }
  }
  return { events, position, isBlocked, hasMore: false }
}

/** PostgreSQL does not know the length of a compressed value without expanding it: it is taken to be this many times as long. */
const assumedCompression = 16

interface PageRow {
  readonly id: number
  readonly created: number
  readonly transaction: string
  /** JSON, still as text: so its length is known. */
  readonly body: string
  /** Whether rows were left out after this one because of their size. */
  readonly isCut: boolean
}

/** The next rows, as many as certainly fit; one in any case. Bodies that do not fit are not read from the disk. */
async function listRows(
  db: Database,
  after: EventPosition,
  options: ReadOptions,
  maxBytes: number,
): Promise<{ rows: readonly PageRow[]; end: EventPosition; isBlocked: boolean }> {
  const { upTo } = options
  const end = upTo ? toPoint(upTo) : horizonPoint
  const page = db
    .selectFrom('event')
    .select(['id', 'created', 'body', 'transaction'])
    .select(
      sql<number>`case when pg_column_compression(body) is null then pg_column_size(body)
        else pg_column_size(body) * ${sql.lit(assumedCompression)} end`.as('size'),
    )
    .where(toCondition(after, end, options))
    .orderBy(sql`event.transaction`)
    .orderBy('id')
    .limit(options.limit)
  const horizon = upTo ? sql`horizon as (select ${upTo.transaction}::xid8 as number, false as blocked)` : selectHorizon
  const { rows } = await sql<PageRow & { horizon: string; isBlocked: boolean }>`
    with ${horizon}
    select horizon.number::text as horizon, horizon.blocked as "isBlocked", found.id, found.created,
      found.transaction::text as transaction, found.body::text as body, found.total >= ${maxBytes} as "isCut"
    from horizon left join (
      select * from (select *, sum(size) over (order by transaction, id) as total from (${page}) as page) as measured
      where total - size < ${maxBytes}
    ) as found on true
    order by found.transaction, found.id`.execute(db)
  const { horizon: number, isBlocked } = rows[0]!
  return { rows: rows.filter(row => row.id !== null), end: upTo ?? toPosition(number), isBlocked }
}

/**
 * Parts of a larger statement: `horizon` (`number`), below which everything can be read, and `next_event` (`transaction`,
 * `id`, `type`), the first events after a position and below it. At most once in a transaction.
 */
export function selectNextEvents(after: EventPosition, options: ReadOptions): RawBuilder<unknown> {
  return sql`${selectHorizon}, next_event as (
    select transaction, id, type from event where ${toCondition(after, horizonPoint, options)}
    order by transaction, id limit ${options.limit})`
}

/** Events after one position, up to another, that a filter names. */
function toCondition(after: EventPosition, end: RawBuilder<unknown>, filter: EventFilter): RawBuilder<boolean> {
  const conditions = [sql`(transaction, id) > ${toPoint(after)}`, sql`(transaction, id) <= ${end}`]
  if (filter.productionId !== undefined) conditions.push(sql`production_id = ${filter.productionId}`)
  if (filter.accountId !== undefined) conditions.push(sql`account_id = ${filter.accountId}`)
  if (filter.types !== undefined) conditions.push(sql`type = any(${filter.types}::text[])`)
  if (filter.matching) conditions.push(filter.matching)
  return sql<boolean>`${sql.join(conditions, sql` and `)}`
}

/** How many events there are behind a position, as a reader would see them now. */
export async function countEvents(db: Database, after: EventPosition, filter: EventFilter): Promise<number> {
  const end = filter.upTo ?? (await findEnd(db))
  const { count } = await db
    .selectFrom('event')
    .select(eb => eb.fn.countAll<number>().as('count'))
    .where(toCondition(after, toPoint(end), filter))
    .executeTakeFirstOrThrow()
  return Number(count)
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
    .where(sql<boolean>`(transaction, id) <= ${toPoint(position)}`)
    .orderBy(sql`event.transaction`, 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.id
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

/** As they are stored: compressed, to a hundredth at best. */
const maxSmallBytes = 2048

/** An event as a column of a larger statement, for `parseSmallEvent`; null for one that is large, or gone. */
export function selectSmallEvent(id: RawBuilder<number>): RawBuilder<string | null> {
  return sql`(select json_build_object('id', event.id, 'created', event.created, 'body', event.body)::text
    from event where event.id = ${id} and pg_column_size(event.body) <= ${sql.lit(maxSmallBytes)})`
}

export function parseSmallEvent(text: string): LoggedEvent {
  return toLoggedEvent(JSON.parse(text))
}

/** Ids of all events, as a part of a larger statement. */
export function selectEventIds(): RawBuilder<{ id: number }> {
  return sql`select id from event`
}

function toLoggedEvent({ id, created, body }: StoredEvent): LoggedEvent {
  return { ...body, id: String(id), created: body.created ?? created }
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
    case 'visitor': {
      const { id, username } = actor.sharedUser ?? {}
      return { objectType: 'SharedUser', shareId: actor.shareId, ...(id === undefined ? {} : { id, username }) }
    }
    case 'first stage':
      return { objectType: 'User', id: actor.userId }
    default:
      return { objectType: actor.kind }
  }
}
