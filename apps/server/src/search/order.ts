import { malformed } from '@rushes/contract'
import type { SortKey } from '@rushes/query'
import { type RawBuilder, sql } from 'kysely'
import { findColumn, isKnownSortField } from './schema.ts'

/** An order, and whether it needs the bodies of the documents (`b`). */
export interface Order {
  readonly keys: readonly RawBuilder<unknown>[]
  readonly usesBody: boolean
}

/**
 * The keys of an order. Documents without a value come last either way, numbers before texts, texts by their characters;
 * equal ones are in the order of their ids, so that pages never overlap.
 */
export function toOrder(sort: readonly SortKey[], score: RawBuilder<number> | undefined): Order {
  const keys: RawBuilder<unknown>[] = []
  let usesBody = false
  for (const { field, direction } of sort) {
    const to = sql.raw(direction)
    const column = findColumn(field)
    if (field === 'score') {
      if (score) keys.push(sql`${score} ${to}`)
    } else if (column !== undefined) keys.push(sql`${sql.ref(`d.${column}`)} ${to} nulls last`)
    else {
      usesBody = true
      keys.push(
        sql`case when jsonb_typeof(b.body -> ${field}) = 'number' then (b.body ->> ${field})::float8 end ${to} nulls last`,
        sql`(b.body ->> ${field}) collate "C" ${to} nulls last`,
      )
    }
  }
  return { keys: [...keys, sql`d.id`], usesBody }
}

/** Refuses an order by a field that is neither known nor in any document of the scope. */
export async function assertSortable(
  sort: readonly SortKey[],
  isInScope: (field: string) => Promise<boolean>,
): Promise<void> {
  for (const { field } of sort) {
    if (field === 'score' || isKnownSortField(field) || (await isInScope(field))) continue
    throw malformed('sort', `there is no field ${field}`)
  }
}
