import type { FacetRangeCounts } from '@rushes/contract'
import { type FacetRange, listRangeBounds } from '@rushes/query'
import { sql } from 'kysely'
import type { Database } from '../../../../../platform/database/index.ts'
import { writeRangeCounts } from '../../../counts/ranges.ts'
import type { Moment } from '../../../query/plan.ts'
import type { Condition } from '../query/conditions.ts'
import { findSource } from './facet-store.ts'

/** How many found documents have a number, or a date, in each range. */
export async function countRanges(
  db: Database,
  matches: readonly Condition[],
  range: FacetRange,
  moment: Moment,
): Promise<FacetRangeCounts> {
  const bounds = listRangeBounds(range, moment.ms, moment.zone)
  const counts = await countBetween(db, matches, range, bounds)
  const last = bounds.length
  const places: Record<string, number> = { before: 0, after: last, between }
  return writeRangeCounts(range, bounds, part => counts.get(places[part] ?? Number(part)) ?? 0)
}

/** Stands for all ranges together. */
const between = -1

/** By the number of the range: 0 before the first bound, 1 from there on, and so on; a document counts once in each. */
async function countBetween(
  db: Database,
  matches: readonly Condition[],
  { field, include: { lower, upper, edge, outer } }: FacetRange,
  bounds: readonly number[],
): Promise<Map<number, number>> {
  const { source, ordinal, names, number } = await findSource(db, field, 1)
  const last = bounds.length
  // Of a number on a bound: the range that begins there, the one that ends there, what lies outside, all together.
  const onBound = sql`array[
    case when place < ${last} and (${lower} or (${edge} and place = 1)) then place end,
    case when place > 1 and (${upper} or (${edge} and place = ${last})) then place - 1 end,
    case when place = 1 and ${outer || !(lower || edge)} then 0 end,
    case when place = ${last} and ${outer || !(upper || edge)} then place end,
    case when (place > 1 or ${lower || edge}) and (place < ${last} or ${upper || edge}) then ${between}::int end]`
  const inside = sql`array[place, case when place > 0 and place < ${last} then ${between}::int end]`
  const { rows } = await sql<{ range: number; count: number }>`
    select range, count(distinct id) as count from (
      select placed.id, unnest(case when value = (${bounds}::float8[])[place] then ${onBound} else ${inside} end) as range
      from (
        select c.id, ${number} as value, width_bucket(${number}, ${bounds}::float8[]) as place
        from (
          select d.id, ${ordinal} as o1 from search_document d ${source}
          where ${sql.join([...matches, sql`${ordinal} is not null`], sql` and `)}
        ) as c ${names}
        where ${number} is not null
      ) as placed
    ) as counted where range is not null group by 1`.execute(db)
  return new Map(rows.map(({ range, count }) => [range, count]))
}
