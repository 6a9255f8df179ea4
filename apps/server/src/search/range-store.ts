import type { FacetRangeCounts } from '@rushes/contract'
import { type FacetRange, listRangeBounds } from '@rushes/query'
import { sql } from 'kysely'
import type { Database } from '../platform/database/index.ts'
import type { Condition } from './conditions.ts'
import { findSource } from './facet-store.ts'

/** How many found documents have a number, or a date, in each range; ranges of fewer than `minCount` are left out. */
export async function countRanges(
  db: Database,
  matches: readonly Condition[],
  range: FacetRange,
  options: { nowMs: number; minCount: number },
): Promise<FacetRangeCounts> {
  const bounds = listRangeBounds(range, options.nowMs)
  const counts = await countBetween(db, matches, range.field, bounds)
  const isDate = typeof range.start !== 'number'
  const write = (bound: number) => (isDate ? new Date(bound).toISOString() : String(bound))
  const last = bounds.length - 1
  const ranges = bounds
    .slice(0, last)
    .map((bound, index) => ({ value: write(bound), count: counts.get(index + 1) ?? 0 }))
  const others = {
    before: counts.get(0) ?? 0,
    after: counts.get(last + 1) ?? 0,
    between: ranges.reduce((sum, { count }) => sum + count, 0),
  }
  return {
    name: range.field,
    start: isDate ? write(bounds[0]!) : bounds[0]!,
    end: isDate ? write(bounds[last]!) : bounds[last]!,
    gap: typeof range.gap === 'number' ? range.gap : range.gapText,
    counts: ranges.filter(({ count }) => count >= options.minCount),
    ...Object.fromEntries(range.others.map(other => [other, others[other]])),
  }
}

/** By the number of the range: 0 before the first bound, 1 from there on, and so on; a document counts once in each. */
async function countBetween(
  db: Database,
  matches: readonly Condition[],
  field: string,
  bounds: readonly number[],
): Promise<Map<number, number>> {
  const { source, ordinal, names, number } = await findSource(db, field, 1)
  const { rows } = await sql<{ range: number; count: number }>`
    select width_bucket(${number}, ${bounds}::float8[]) as range, count(distinct c.id) as count
    from (
      select d.id, ${ordinal} as o1 from search_document d ${source}
      where ${sql.join([...matches, sql`${ordinal} is not null`], sql` and `)}
    ) as c ${names}
    where ${number} is not null group by 1`.execute(db)
  return new Map(rows.map(({ range, count }) => [range, count]))
}
