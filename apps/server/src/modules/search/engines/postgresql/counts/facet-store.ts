import type { FacetFieldRequest } from '@rushes/query'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../../../../platform/database/index.ts'
import { type Combination, mostCombinations, tooManyCombinations } from '../../../counts/pivots.ts'
import { findColumn, presentField } from '../../../documents/schema.ts'
import { planExists } from '../../../query/plan.ts'
import { findSlot } from '../documents/slot-store.ts'
import { type Condition, toCondition } from '../query/conditions.ts'
import { findMeanings } from '../query/lookups.ts'
import { countDocuments } from '../query/search-store.ts'

/** Where to count: all documents of the scope, and those found. */
export interface Counted {
  readonly inScope: readonly Condition[]
  readonly matches: readonly Condition[]
}

/** How often each value of a field occurs; with a least count of 0 also the values that only others in the scope have. */
export async function countValues(
  db: Database,
  { inScope, matches }: Counted,
  { name: field, ...request }: FacetFieldRequest,
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

/**
 * Combinations of values of several fields, on every level. A value that has two ordinals comes twice: the counts of equal
 * combinations add up. Throws a `BadRequestError` when there are too many.
 */
export async function countCombinations(
  db: Database,
  { matches }: Counted,
  fields: readonly Pick<FacetFieldRequest, 'name' | 'missing'>[],
): Promise<Combination[]> {
  const sources: Source[] = []
  for (const [index, { name, missing }] of fields.entries()) {
    sources.push(await findSource(db, name, index + 1, missing))
  }
  const levels = sources.map((_, index) => sources.slice(0, index + 1))
  if (sources.every(source => source.isSingle)) return countTogether(db, matches, levels)
  const combinations: Combination[] = []
  for (const level of levels) combinations.push(...(await countLevel(db, matches, level)))
  return combinations
}

/** All levels of fields of which a document has one value at most, in one look at the documents. */
async function countTogether(
  db: Database,
  matches: readonly Condition[],
  levels: readonly (readonly Source[])[],
): Promise<Combination[]> {
  const all = levels.at(-1) ?? []
  const toAliases = (sources: readonly Source[]) => sql.join(sources.map(({ alias }) => sql.ref(`s.${alias}`)))
  const parts = levels.map(
    sources => sql`
      select ${toValues(sources)} as values, c.n as count from grouped c ${toNames(sources)}
      where c.rolled_up = ${2 ** (all.length - sources.length) - 1} and ${toPresent(sources)}`,
  )
  const { rows } = await sql<Combination>`
    with grouped as materialized (
      select ${toAliases(all)}, grouping(${toAliases(all)}) as rolled_up, count(*) as n
      from (select ${toOrdinals(all)} from search_document d where ${join(matches)}) as s
      group by grouping sets (${sql.join(levels.map(sources => sql`(${toAliases(sources)})`))})
    )
    ${sql.join(parts, sql` union all `)} limit ${mostCombinations + 1}`.execute(db)
  return assertBearable(rows)
}

/** One level, where a document may have several values. */
async function countLevel(
  db: Database,
  matches: readonly Condition[],
  sources: readonly Source[],
): Promise<Combination[]> {
  const places = sql.join(sources.map((_, index) => sql.raw(String(index + 1))))
  const present = sources.filter(({ missing }) => !missing).map(({ ordinal }) => sql<boolean>`${ordinal} is not null`)
  const from = sql.join(
    sources.map(source => source.source),
    sql` `,
  )
  const { rows } = await sql<Combination>`
    select ${toValues(sources)} as values, c.n as count
    from (
      select ${toOrdinals(sources)}, count(*) as n
      from search_document d ${from} where ${join([...matches, ...present])} group by ${places}
    ) as c ${toNames(sources)} where ${toPresent(sources)} limit ${mostCombinations + 1}`.execute(db)
  return assertBearable(rows)
}

function assertBearable(rows: Combination[]): Combination[] {
  if (rows.length > mostCombinations) throw tooManyCombinations()
  return rows
}

function toOrdinals(sources: readonly Source[]) {
  return sql.join(sources.map(({ ordinal, alias }) => sql`${ordinal} as ${sql.ref(alias)}`))
}

function toPresent(sources: readonly Source[]): Condition {
  return join(sources.map(({ present }) => present))
}

function toNames(sources: readonly Source[]) {
  return sql.join(
    sources.map(source => source.names),
    sql` `,
  )
}

function toValues(sources: readonly Source[]) {
  return sql`jsonb_build_array(${sql.join(sources.map(source => source.typed))})`
}

/** Where the values of a field are: of each document `d` an ordinal, of each ordinal (in `c`) a value. */
export interface Source {
  readonly alias: string
  /** Whether a document has one value at most. */
  readonly isSingle: boolean
  /** Whether documents without a value are counted too. */
  readonly missing: boolean
  /** Whether what is counted has a value that is still in the dictionary, or none where those are counted too. */
  readonly present: RawBuilder<boolean>
  readonly source: RawBuilder<unknown>
  readonly ordinal: RawBuilder<unknown>
  readonly names: RawBuilder<unknown>
  readonly value: RawBuilder<string>
  /** The value as a number, where it is one. */
  readonly number: RawBuilder<number>
  /** The value as JSON: a number where it is one. */
  readonly typed: RawBuilder<unknown>
}

export async function findSource(db: Database, field: string, level: number, missing = false): Promise<Source> {
  const alias = `o${level}`
  const own = sql.ref(`c.${alias}`)
  const column = findColumn(field)
  if (column !== undefined) {
    const ordinal = sql.ref(`d.${column}`)
    const number = sql<number>`${own}::float8`
    const value = sql<string>`${own}::text`
    const present = missing ? sql<boolean>`true` : sql<boolean>`${own} is not null`
    const counted = { isSingle: true, missing, present }
    return { alias, ...counted, source: sql``, ordinal, names: sql``, value, number, typed: sql`${own}` }
  }
  const v = `v${level}`
  const outer = missing ? sql`left` : sql``
  const parts = {
    alias,
    missing,
    present: missing
      ? sql<boolean>`(${own} is null or ${sql.ref(`${v}.ord`)} is not null)`
      : sql<boolean>`${own} is not null`,
    // The field is named again so that only its own entries are read.
    names: sql`${outer} join search_value ${sql.raw(v)} on ${sql.ref(`${v}.ord`)} = ${own} and ${sql.ref(`${v}.field`)} = ${field}`,
    value: sql<string>`${sql.ref(`${v}.value`)}`,
    number: sql<number>`${sql.ref(`${v}.number`)}`,
    typed: sql`coalesce(to_jsonb(${sql.ref(`${v}.number`)}), to_jsonb(${sql.ref(`${v}.value`)}))`,
  }
  const slot = await findSlot(db, field)
  if (slot !== undefined) {
    return { ...parts, isSingle: true, source: sql``, ordinal: sql`nullif(d.slots[${sql.raw(String(slot))}], 0)` }
  }
  const u = `u${level}`
  // "is true" keeps the set a hash table; as a join it would be looked up for each document.
  const source = sql`${outer} join lateral unnest(d.ords) as ${sql.raw(u)} (ord)
    on (${sql.ref(`${u}.ord`)} in (select ord from search_value where field = ${field})) is true`
  return { ...parts, isSingle: false, source, ordinal: sql.ref(`${u}.ord`) }
}

function join(conditions: readonly Condition[]): Condition {
  return sql`${sql.join([...conditions], sql` and `)}`
}
