import { type RawBuilder, sql } from 'kysely'
import type { Platform, Transaction } from '../../../platform/context.ts'
import type { Database } from '../../../platform/database/index.ts'
import type { DocumentKind } from '../documents/document.ts'
import '../engines/postgresql/tables.ts'

/** Wakes the indexer. */
export const changeSignal = 'search'
/** Asks the indexer not to gather changes any longer, since somebody waits for them. */
export const awaitedSignal = 'search awaited'
/** The indexer has written documents. */
export const writtenSignal = 'search written'

/** More changes of one transaction than these are a bulk, which lets those of others go first. */
const mostSmall = 2_000

/** What of the changes is waited for: all, or those that are not part of a bulk. */
export type IndexExtent = 'all' | 'small'

/** A resource whose document is no longer what it should be. */
export interface Change {
  readonly kind: DocumentKind
  readonly id: number
}

/** One that was taken off the list. */
export interface TakenChange extends Change {
  readonly attempts: number
  /** On the list. */
  readonly place: number
}

/**
 * Lists resources that the transaction creates, changes or deletes, so that their documents are rewritten or
 * removed once it is committed.
 */
export function markChanged(ctx: Transaction, kind: DocumentKind, ids: readonly number[]): void {
  if (ids.length === 0) return
  const { pendingChanges } = ctx.platform.services.search
  const waiting = pendingChanges.get(ctx.db) ?? new Map<number, DocumentKind>()
  if (!pendingChanges.has(ctx.db)) {
    pendingChanges.set(ctx.db, waiting)
    ctx.writeAtCommit(() => toChangeInsert(waiting))
    ctx.afterCommit(() => announceChanges(ctx.platform))
  }
  for (const id of ids) waiting.set(id, kind)
}

/** The same for resources that are chosen by a statement: `select id …`. */
export async function markChangedBy(ctx: Transaction, kind: DocumentKind, ids: RawBuilder<{ id: number }>) {
  await toChangeInsertion(kind, ids).execute(ctx.db)
  ctx.afterCommit(() => announceChanges(ctx.platform))
}

/** The statement, or a part of a larger one, that lists the chosen resources. */
export function toChangeInsertion(kind: DocumentKind, ids: RawBuilder<{ id: number }>): RawBuilder<unknown> {
  return sql`
    insert into search_change (kind, document_id, is_bulk)
    select ${kind}, chosen.id, count(*) over () > ${mostSmall}::int from (${ids}) as chosen`
}

/** Lists changes that the transaction has found, of whatever kinds. */
export async function listChanges(db: Database, changes: readonly Change[]): Promise<void> {
  if (changes.length > 0) await toChangeInsert(new Map(changes.map(({ id, kind }) => [id, kind]))).execute(db)
}

/** Wakes the indexer; to be called after the commit of what was listed. */
export function announceChanges({ signals }: Platform): void {
  signals.emit(changeSignal)
}

function toChangeInsert(changes: ReadonlyMap<number, DocumentKind>): RawBuilder<unknown> {
  return sql`
    insert into search_change (kind, document_id, is_bulk)
    select kind, id, ${changes.size > mostSmall}
    from unnest(${[...changes.values()]}::text[], ${[...changes.keys()]}::bigint[]) as change (kind, id)`
}

/** Changes that were taken: small ones as long as there are any. */
export interface TakenChanges {
  readonly kind: 'small' | 'bulk' | 'none'
  readonly changes: readonly TakenChange[]
  /** Whether there were others that are due. */
  readonly hasMore: boolean
  /** Which turn of the dictionaries it is. */
  readonly generation: number
  /** Whose documents the index has; null before the first. */
  readonly engine: string | null
}

/** Strikes the oldest changes off the list; the caller writes their documents in the same transaction. */
export async function takeChanges(db: Database, most: { small: number; bulk: number }): Promise<TakenChanges> {
  const isDue = sql`(due is null or due <= now())`
  interface Row extends TakenChange {
    readonly isBulk: boolean
    readonly hasBulk: boolean
    readonly generation: number | null
    readonly engine: string | null
  }
  const { rows } = await sql<Row>`
    with small as materialized (
      select id from search_change where not is_bulk and ${isDue} order by id limit ${most.small}
    ), bulk as materialized (
      select id from search_change where is_bulk and ${isDue} order by id limit ${most.bulk}
    )
    delete from search_change
    where id in (select id from small union all select id from bulk where not exists (select from small))
    returning kind, document_id as id, attempts, id as place, is_bulk as "isBulk", exists (select from bulk) as "hasBulk",
      (select generation from search_index) as generation, (select engine from search_index) as engine`.execute(db)
  const first = rows[0]
  if (!first) return { kind: 'none', changes: [], hasMore: false, generation: 0, engine: null }
  const kind = first.isBulk ? 'bulk' : 'small'
  const changes = rows.map(({ kind, id, attempts, place }) => ({ kind, id, attempts, place }))
  const hasMore = rows.length === most[kind] || (kind === 'small' && first.hasBulk)
  return { kind, changes, hasMore, generation: first.generation ?? 0, engine: first.engine }
}

/** Puts changes back on the list for which there was no time, in their places: others wait for all up to a place. */
export async function returnChanges(db: Database, changes: readonly TakenChange[], isBulk: boolean): Promise<void> {
  await sql`
    insert into search_change (id, kind, document_id, attempts, is_bulk) overriding system value
    select place, kind, id, attempts, ${isBulk}::boolean
    from jsonb_to_recordset(${JSON.stringify(changes)}::jsonb)
      as change (place bigint, kind text, id bigint, attempts integer)`.execute(db)
}

/** Puts changes back on the list, behind all others and later each time. */
export async function postponeChanges(db: Database, changes: readonly (Change & { attempts?: number })[]) {
  const rows = changes.map(({ kind, id, attempts = 0 }) => ({ kind, id, attempts: attempts + 1 }))
  await sql`
    insert into search_change (kind, document_id, attempts, due)
    select kind, id, attempts, now() + least(interval '1 second' * 2 ^ attempts, interval '10 minutes')
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as change (kind text, id bigint, attempts integer)`.execute(
    db,
  )
}

export async function hasChanges(db: Database): Promise<boolean> {
  const { rows } = await sql`select from search_change limit 1`.execute(db)
  return rows.length > 0
}

/** The last place of the list whose change somebody may wait for, or of those that are not part of a bulk. */
export async function findLastPlace(db: Database, extent: IndexExtent): Promise<number | undefined> {
  const { rows } = await sql<{ place: number | null }>`
    select max(id) as place from search_change where ${isAwaitable(extent)}`.execute(db)
  return rows[0]?.place ?? undefined
}

/** Whether a change up to this place is still on the list. */
export async function hasChangesUpTo(db: Database, place: number, extent: IndexExtent): Promise<boolean> {
  const { rows } = await sql`
    select from search_change where id <= ${place} and ${isAwaitable(extent)} limit 1`.execute(db)
  return rows.length > 0
}

/** What failed is written later and not waited for. */
function isAwaitable(extent: IndexExtent): RawBuilder<boolean> {
  return extent === 'small' ? sql<boolean>`due is null and not is_bulk` : sql<boolean>`due is null`
}
