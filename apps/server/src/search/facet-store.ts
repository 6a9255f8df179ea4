import { malformed } from '@rushes/contract'
import type { FacetRequest } from '@rushes/query'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../platform/database/index.ts'
import { type Condition, toCondition } from './conditions.ts'
import { findMeanings } from './lookups.ts'
import { planExists } from './plan.ts'
import { findColumn, presentField } from './schema.ts'
import { countDocuments } from './search-store.ts'
import { findSlot } from './slot-store.ts'

/** Where to count: all documents of the scope, and those found. */
export interface Counted {
  readonly inScope: readonly Condition[]
  readonly matches: readonly Condition[]
}

/** How often each value of a field occurs; with a least count of 0 also the values that only others in the scope have. */
export async function countValues(
  db: Database,
  { inScope, matches }: Counted,
  field: string,
  request: FacetRequest,
): Promise<{ name: string; count: number }[]> {
  if (field === presentField) return []
  const { source, ordinal, names, value } = await findSource(db, field, 1)
  const withUnfound = request.minCount === 0
  const conditions = withUnfound ? inScope : matches
  const number = withUnfound ? sql`count(*) filter (where ${join(matches)})` : sql`count(*)`
  const prefix = request.prefix === undefined ? sql`true` : sql`starts_with(${value}, ${request.prefix})`
  const order = request.sort === 'index' ? sql`name` : sql`count desc, name`
  const { rows } = await sql<{ name: string; count: number }>`
    select ${value} as name, sum(c.n)::bigint as count
    from (
      select ${ordinal} as o1, ${number} as n from search_document d ${source}
      where ${join([...conditions, sql`${ordinal} is not null`])} group by 1
    ) as c ${names}
    where ${prefix} group by name having sum(c.n) >= ${request.minCount}::bigint
    order by ${order} limit ${request.limit ?? null}::bigint offset ${request.offset}::bigint`.execute(db)
  return rows
}

/** How many found documents have no value in the field. */
export async function countMissing(db: Database, { matches }: Counted, field: string): Promise<number> {
  const plan = planExists(field)
  const present = toCondition(plan, await findMeanings(db, [plan]))
  return countDocuments(db, [...matches, sql`not ${present}`])
}

/** A path of values, one for each level down to its own, and how many found documents have them all. */
export interface Combination {
  readonly values: readonly (string | number)[]
  readonly count: number
}

/** Most combinations of one level; a pivot of more is no overview, and would not fit into memory. */
const mostCombinations = 200_000

/** Combinations of values of several fields, level by level. Throws a `BadRequestError` when there are too many. */
export async function countCombinations(
  db: Database,
  { matches }: Counted,
  fields: readonly string[],
): Promise<Combination[]> {
  const sources: Source[] = []
  for (const [index, field] of fields.entries()) sources.push(await findSource(db, field, index + 1))
  const combinations: Combination[] = []
  for (let depth = 1; depth <= fields.length; depth += 1) {
    combinations.push(...(await countLevel(db, matches, sources.slice(0, depth))))
  }
  return combinations
}

async function countLevel(
  db: Database,
  matches: readonly Condition[],
  sources: readonly Source[],
): Promise<Combination[]> {
  const ordinals = sources.map(({ ordinal, alias }) => sql`${ordinal} as ${sql.ref(alias)}`)
  const places = sql.join(sources.map((_, index) => sql.raw(String(index + 1))))
  const present = sources.map(({ ordinal }) => sql<boolean>`${ordinal} is not null`)
  const { rows } = await sql<Combination>`
    select jsonb_build_array(${sql.join(sources.map(source => source.typed))}) as values, sum(c.n)::bigint as count
    from (
      select ${sql.join(ordinals)}, count(*) as n
      from search_document d ${sql.join(
        sources.map(source => source.source),
        sql` `,
      )}
      where ${join([...matches, ...present])} group by ${places}
    ) as c ${sql.join(
      sources.map(source => source.names),
      sql` `,
    )}
    group by 1 limit ${mostCombinations + 1}`.execute(db)
  if (rows.length > mostCombinations) throw malformed('facet.pivot', 'too many combinations; filter the results first')
  return rows
}

/** Where the values of a field are: of each document `d` an ordinal, of each ordinal (in `c`) a value. */
export interface Source {
  readonly alias: string
  readonly source: RawBuilder<unknown>
  readonly ordinal: RawBuilder<unknown>
  readonly names: RawBuilder<unknown>
  readonly value: RawBuilder<string>
  /** The value as a number, where it is one. */
  readonly number: RawBuilder<number>
  /** The value as JSON: a number where it is one. */
  readonly typed: RawBuilder<unknown>
}

export async function findSource(db: Database, field: string, level: number): Promise<Source> {
  const alias = `o${level}`
  const own = sql.ref(`c.${alias}`)
  const column = findColumn(field)
  if (column !== undefined) {
    const ordinal = sql.ref(`d.${column}`)
    const number = sql<number>`${own}::float8`
    return { alias, source: sql``, ordinal, names: sql``, value: sql`${own}::text`, number, typed: sql`${own}` }
  }
  const v = `v${level}`
  const parts = {
    alias,
    // The field is named again so that only its own entries are read.
    names: sql`join search_value ${sql.raw(v)} on ${sql.ref(`${v}.ord`)} = ${own} and ${sql.ref(`${v}.field`)} = ${field}`,
    value: sql<string>`${sql.ref(`${v}.value`)}`,
    number: sql<number>`${sql.ref(`${v}.number`)}`,
    typed: sql`coalesce(to_jsonb(${sql.ref(`${v}.number`)}), to_jsonb(${sql.ref(`${v}.value`)}))`,
  }
  const slot = await findSlot(db, field)
  if (slot !== undefined) {
    return { ...parts, source: sql``, ordinal: sql`nullif(d.slots[${sql.raw(String(slot))}], 0)` }
  }
  const u = `u${level}`
  // "is true" keeps the set a hash table; as a join it would be looked up for each document.
  const source = sql`join lateral unnest(d.ords) as ${sql.raw(u)} (ord)
    on (${sql.ref(`${u}.ord`)} in (select ord from search_value where field = ${field})) is true`
  return { ...parts, source, ordinal: sql.ref(`${u}.ord`) }
}

function join(conditions: readonly Condition[]): Condition {
  return sql`${sql.join([...conditions], sql` and `)}`
}
