import { malformed } from '@rushes/contract'
import {
  evaluateDateMath,
  foldQuery,
  type Pattern,
  parseSearchParameters,
  type QueryFolder,
  type SortKey,
  toValue,
  type Value,
} from '@rushes/query'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Database } from '../../../platform/database/index.ts'
import { assertPageFits, toTexts } from '../../../platform/http/answers/listing.ts'
import type { WorkflowRow } from '../tables.ts'

/** The page that a listing asks for, its filters as conditions. */
interface WorkflowListing {
  offset: number
  limit: number
  conditions: readonly Condition[]
  sort: readonly SortKey[]
}

type Condition = RawBuilder<SqlBool>

/** Members of a report that a listing can filter and sort by, and the columns behind them. */
const fields: Readonly<Record<string, { column: RawBuilder<unknown>; type: 'text' | 'number' }>> = {
  id: { column: sql`workflow.id`, type: 'text' },
  workflowId: { column: sql`workflow.id`, type: 'text' },
  type: { column: sql`workflow.definition`, type: 'text' },
  name: { column: sql`workflow.definition`, type: 'text' },
  funnel: { column: sql`workflow.definition`, type: 'text' },
  status: { column: sql`workflow.status`, type: 'text' },
  label: { column: sql`workflow.label`, type: 'text' },
  mediaObjectId: { column: sql`workflow.media_object_id`, type: 'number' },
  // None is about a collection, none is hidden from the team.
  editorialObjectId: { column: sql`null::bigint`, type: 'number' },
  adminOnly: { column: sql`'false'::text`, type: 'text' },
  productionId: { column: sql`workflow.production_id`, type: 'number' },
  accountId: { column: sql`workflow.account_id`, type: 'number' },
  userId: { column: sql`workflow.creator_id`, type: 'number' },
  created: { column: sql`workflow.created`, type: 'number' },
  workflowStarted: { column: sql`workflow.started`, type: 'number' },
  workflowCompleted: { column: sql`case workflow.status when 'Completed' then workflow.ended end`, type: 'number' },
  workflowFailed: { column: sql`case workflow.status when 'Error' then workflow.ended end`, type: 'number' },
  completed: { column: sql`workflow.ended`, type: 'number' },
}

/** Reads `fq`, `sort` and paging; an unknown field is a `BadRequestError`. */
export function readWorkflowListing(query: Record<string, unknown>, now: number): WorkflowListing {
  const request = parseSearchParameters(toTexts(query))
  return {
    offset: request.start,
    limit: request.rows,
    conditions: request.filters.map(filter => foldQuery(filter, toConditions(now))),
    sort: request.sort,
  }
}

/** A page of the workflows of a production, newest first unless another order is asked for. */
export async function listWorkflowPage(
  db: Database,
  productionId: number,
  listing: WorkflowListing,
): Promise<{ rows: WorkflowRow[]; total: number }> {
  let wanted = db.selectFrom('workflow').where('production_id', '=', productionId)
  for (const condition of listing.conditions) wanted = wanted.where(condition)
  const { total } = await wanted.select(row => row.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  assertPageFits(listing, total)
  let page = wanted.selectAll()
  for (const key of listing.sort) page = page.orderBy(toColumn('sort', key.field).column, key.direction)
  if (listing.sort.length === 0) page = page.orderBy('created', 'desc')
  const rows = await page.orderBy('id').limit(listing.limit).offset(listing.offset).execute()
  return { rows, total }
}

function toConditions(now: number): QueryFolder<Condition> {
  const equals = (field: string | undefined, value: Value): Condition => {
    const { column, type } = toColumn('fq', field)
    return type === 'number'
      ? sql`coalesce(${column} = ${toNumber(value, now)}, false)`
      : sql`coalesce(${column} = ${value.text}, false)`
  }
  return {
    all: () => sql`true`,
    none: () => sql`false`,
    exists: ({ field }) => sql`${toColumn('fq', field).column} is not null`,
    term: ({ field, value }) => equals(field, value),
    phrase: ({ field, text }) => equals(field, toValue(text)),
    wildcard: ({ field, pattern }) =>
      sql`coalesce(${toColumn('fq', field).column}::text like ${toLikePattern(pattern)}, false)`,
    fuzzy: ({ field, text }) => equals(field, toValue(text)),
    range: ({ field, lower, upper }) => {
      const { column, type } = toColumn('fq', field)
      const read = (value: Value) => (type === 'number' ? toNumber(value, now) : value.text)
      const bounds = [
        lower && sql<SqlBool>`${column} ${sql.raw(lower.inclusive ? '>=' : '>')} ${read(lower.value)}`,
        upper && sql<SqlBool>`${column} ${sql.raw(upper.inclusive ? '<=' : '<')} ${read(upper.value)}`,
      ].filter(bound => bound !== undefined)
      return sql`coalesce(${sql.join([sql`${column} is not null`, ...bounds], sql` and `)}, false)`
    },
    group: ({ must, should, mustNot }) => {
      const needed = must.length > 0 ? must : [sql`(${sql.join(should, sql` or `)})`]
      return sql`(${sql.join([...needed, ...mustNot.map(condition => sql`not ${condition}`)], sql` and `)})`
    },
    boost: inner => inner,
    constantScore: inner => inner,
  }
}

/** A column by the name of its member; words without a field are looked for in the label. */
function toColumn(parameter: 'fq' | 'sort', name = 'label'): { column: RawBuilder<unknown>; type: 'text' | 'number' } {
  const field = Object.hasOwn(fields, name) ? fields[name] : undefined
  if (!field) throw malformed(parameter, `knows the fields ${Object.keys(fields).join(', ')}, not ${name}`)
  return field
}

function toNumber(value: Value, now: number): number {
  if (/^-?\d{1,15}$/.test(value.text)) return Number(value.text)
  if (value.kind === 'dateMath') return evaluateDateMath(value.dateMath, now)
  throw malformed('fq', `${value.text} is neither a number nor a date`)
}

function toLikePattern(pattern: Pattern): string {
  return pattern
    .map(part => (part.kind === 'text' ? part.text.replaceAll(/[\\%_]/g, '\\$&') : part.kind === 'anyText' ? '%' : '_'))
    .join('')
}
