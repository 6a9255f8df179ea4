import { type RawBuilder, sql } from 'kysely'
import type { Platform, Transaction } from '../platform/context.ts'
import type { Database } from '../platform/database/index.ts'
import type { DocumentKind } from './document.ts'
import './tables.ts'

/** Wakes the indexer. */
export const changeSignal = 'search'

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
  return sql`insert into search_change (kind, document_id) select ${kind}, chosen.id from (${ids}) as chosen`
}

/** Wakes the indexer; to be called after the commit of what was listed. */
export function announceChanges({ signals }: Platform): void {
  signals.emit(changeSignal)
}

async function insertChanges(db: Database, changes: ReadonlyMap<number, DocumentKind>): Promise<void> {
  await sql`
    insert into search_change (kind, document_id)
    select * from unnest(${[...changes.values()]}::text[], ${[...changes.keys()]}::bigint[])`.execute(db)
}

/** Strikes the oldest changes off the list; the caller writes their documents in the same transaction. */
export async function takeChanges(db: Database, most: number): Promise<Change[]> {
  const { rows } = await sql<Change>`
    delete from search_change where id in (select id from search_change order by id limit ${most})
    returning kind, document_id as id`.execute(db)
  return rows
}

export async function hasChanges(db: Database): Promise<boolean> {
  const { rows } = await sql`select from search_change limit 1`.execute(db)
  return rows.length > 0
}
