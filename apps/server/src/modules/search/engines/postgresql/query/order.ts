import type { SortKey } from '@rushes/query'
import { type RawBuilder, sql } from 'kysely'
import { findColumn, longestValue } from '../../../documents/schema.ts'
import type { Condition } from './conditions.ts'

/** An order, and whether it needs the bodies of the documents (`b`). */
export interface Order {
  readonly keys: readonly OrderKey[]
  readonly usesBody: boolean
}

/** What documents `d` are compared by, key after key; those without a value come last, whatever the direction. */
export interface OrderKey {
  readonly value: RawBuilder<unknown>
  readonly type: 'bigint' | 'float8' | 'text'
  readonly direction: 'asc' | 'desc'
}

/**
 * The keys of an order. Documents without a value come last either way, numbers before texts, texts by their characters;
 * equal ones are in the order of their ids, so that pages never overlap.
 */
export function toOrder(sort: readonly SortKey[], score: RawBuilder<number> | undefined): Order {
  const keys: OrderKey[] = []
  let usesBody = false
  for (const { field, direction } of sort) {
    const column = findColumn(field)
    if (field === 'score') {
      if (score) keys.push({ value: score, type: 'float8', direction })
    } else if (column !== undefined) keys.push({ value: sql.ref(`d.${column}`), type: 'bigint', direction })
    else {
      usesBody = true
      const number = sql`case when jsonb_typeof(b.body -> ${field}) = 'number' then (b.body ->> ${field})::float8 end`
      keys.push({ value: number, type: 'float8', direction })
      // As exact values are compared, and as far.
      const text = sql`b.body ->> ${field}`
      keys.push({ value: sql`left(normalize(${text}), ${sql.lit(longestValue)}) collate "C"`, type: 'text', direction })
    }
  }
  return { keys: [...keys, { value: sql.ref('d.id'), type: 'bigint', direction: 'asc' }], usesBody }
}

/** What stands behind `order by`. */
export function toOrderBy({ keys }: Order): RawBuilder<unknown> {
  return sql.join(keys.map(({ value, direction }) => sql`${value} ${sql.raw(direction)} nulls last`))
}

/** The documents that an order puts behind a place, which has a value for each of its keys. */
export function isBehind({ keys }: Order, place: readonly (number | string | null)[]): Condition {
  let condition: Condition = sql`false`
  for (const [index, { value, type, direction }] of [...keys.entries()].reverse()) {
    const own = place[index] ?? null
    // Nothing but another without a value comes behind one that has none.
    if (own === null) {
      condition = sql`(${value} is null and ${condition})`
      continue
    }
    const known = sql`${own}::${sql.raw(type)}`
    const further = sql.raw(direction === 'asc' ? '>' : '<')
    condition = sql`(${value} is null or ${value} ${further} ${known} or (${value} = ${known} and ${condition}))`
  }
  return condition
}
