import { type RawBuilder, sql } from 'kysely'
import type { Platform, Transaction } from '../platform/context.ts'
import type { Database } from '../platform/database/index.ts'
import type { DocumentKind } from './document.ts'
import './tables.ts'

/** Wakes the indexer. */
export const changeSignal = 'search'

/** More changes of one transaction than these are a bulk, which lets those of others go first. */
const mostSmall = 2_000

/** A resource whose document is no longer what it should be. */
interface Change {
  readonly kind: DocumentKind
  readonly id: number
}

/** What the open transactions have changed, by their database. */
const pending = new WeakMap<Transaction['db'], Map<number, DocumentKind>>()

/**
 * Lists resources that the transaction creates, changes or deletes, so that their documents are written anew, or
 * removed, once it is committed.
 */
export function markChanged(ctx: Transaction, kind: DocumentKind, ids: readonly number[]): void {
  if (ids.length === 0) return
  const waiting = pending.get(ctx.db) ?? new Map<number, DocumentKind>()
  if (!pending.has(ctx.db)) {
    pending.set(ctx.db, waiting)
    ctx.beforeCommit(() => insertChanges(ctx.db, waiting))
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

/** Wakes the indexer; to be called after the commit of what was listed. */
export function announceChanges({ signals }: Platform): void {
  signals.emit(changeSignal)
}

async function insertChanges(db: Database, changes: ReadonlyMap<number, DocumentKind>): Promise<void> {
  await sql`
    insert into search_change (kind, document_id, is_bulk)
    select kind, id, ${changes.size > mostSmall}
    from unnest(${[...changes.values()]}::text[], ${[...changes.keys()]}::bigint[]) as change (kind, id)`.execute(db)
}

/** Changes that were taken: small ones as long as there are any. */
export interface TakenChanges {
  readonly kind: 'small' | 'bulk' | 'none'
  readonly changes: readonly Change[]
}

/** Strikes the oldest changes off the list; the caller writes their documents in the same transaction. */
export async function takeChanges(db: Database, most: { small: number; bulk: number }): Promise<TakenChanges> {
  for (const kind of ['small', 'bulk'] as const) {
    const { rows } = await sql<Change>`
      delete from search_change where id in (
        select id from search_change where is_bulk = ${kind === 'bulk'} order by id limit ${most[kind]})
      returning kind, document_id as id`.execute(db)
    if (rows.length > 0) return { kind, changes: rows }
  }
  return { kind: 'none', changes: [] }
}

export async function hasChanges(db: Database): Promise<boolean> {
  const { rows } = await sql`select from search_change limit 1`.execute(db)
  return rows.length > 0
}
