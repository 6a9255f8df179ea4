import type { SearchResultList } from '@rushes/contract'
import { parseSearchParameters, type SearchRequest } from '@rushes/query'
import type { Context } from '../../platform/context.ts'
import { type Database, readWithin } from '../../platform/database/index.ts'
import { maxWholeBytes } from '../../platform/flow/large-answers.ts'
import type { StreamedJson } from '../../platform/text/streamed-json.ts'
import { listSought } from './answer/found-words.ts'
import { findPage, type Matched } from './answer/page.ts'
import { countDocuments, hasDocument, selectBody } from './answer/search-store.ts'
import { type Found, listFoundIds, type Presentation, showFound, showsBodies } from './answer/show.ts'
import { countFacets, type Facets } from './counts/facets.ts'
import { findGroups } from './counts/groups.ts'
import type { SearchScope } from './documents/document.ts'
import { waitForIndex } from './indexing/indexer.ts'
import { toFacets } from './memory/counts/facets.ts'
import { askMemory } from './memory/memory.ts'
import { toQuestion } from './memory/question.ts'
import { type Condition, toCondition } from './query/conditions.ts'
import { withDeadline } from './query/deadline.ts'
import { findMeanings, type Meanings } from './query/lookups.ts'
import { assertSortable } from './query/order.ts'
import { type Plan, planExists, toPlan } from './query/plan.ts'
import { readSearchParameters } from './query/raw-query.ts'
import { toScopeCondition, toScopePlans } from './query/scope.ts'
import { type Relevance, toRelevance, weighScore } from './query/score.ts'

/** How long a search waits for the index to hold what was committed before; for no bulks of others. */
const longestWaitMs = 1_000
/** How long each statement of a search may take. */
const deadlineMs = 10_000

/** The list that answers a search; large ones are read while they are written. */
export type SearchAnswer = SearchResultList | StreamedJson

/**
 * Finds the documents of a scope that a request asks for (interface, Limits: search parameters). `rawQuery` holds the
 * parameters as they came; those that are none of a search are left alone. With `readSaid` and `hl`, the answer tells
 * in what of it something was found. Throws `QuerySyntaxError`, or a `BadRequestError` for an order by a field that does
 * not exist; a search that takes too long fails with 503.
 */
export async function searchDocuments(
  ctx: Context,
  scope: SearchScope,
  rawQuery: Readonly<Record<string, unknown>>,
  presentation: Presentation = {},
): Promise<SearchAnswer> {
  const began = performance.now()
  const parameters = readSearchParameters(rawQuery)
  const request = parseSearchParameters(parameters)
  await waitForIndex(ctx.platform, longestWaitMs, 'small')
  const asked = plan(scope, request, ctx.platform.clock.now())
  const found =
    (await findInMemory(ctx, scope, request, asked)) ??
    (await withDeadline(ctx, deadlineMs, db => find(db, scope, request, asked)))
  const elapsedTime = Math.round(performance.now() - began)
  const head = {
    elapsedTime,
    numFound: found.numFound,
    start: request.start,
    responseHeader: { status: 0, QTime: elapsedTime, params: parameters },
    ...found.facets,
    facetDates: [],
    fieldStatsInfo: {},
    ...(found.nextCursorMark !== undefined && { nextCursorMark: found.nextCursorMark }),
  }
  const sought = listSought([asked.query, ...asked.filters])
  return showFound(ctx, head, found, request, { ...presentation, sought, isCompressed: rawQuery.isCompressed === true })
}

/** What a search asks, as plans. */
interface Asked {
  readonly scopePlans: readonly Plan[]
  readonly query: Plan
  readonly filters: readonly Plan[]
  readonly counted: readonly { readonly text: string; readonly plan: Plan }[]
  /** What `NOW` is. */
  readonly nowMs: number
}

function plan(scope: SearchScope, { query, filters, facets }: SearchRequest, nowMs: number): Asked {
  return {
    scopePlans: toScopePlans(scope),
    query: toPlan(query, nowMs),
    filters: filters.map(filter => toPlan(filter, nowMs)),
    counted: facets.queries.map(({ text, query }) => ({ text, plan: toPlan(query, nowMs) })),
    nowMs,
  }
}

/** What a search finds. */
interface Result extends Found {
  readonly numFound: number
  readonly nextCursorMark?: string
  readonly facets: Facets
}

/** The same as `find`, by the copy of the index in memory; undefined where it cannot be asked. */
async function findInMemory(
  ctx: Context,
  scope: SearchScope,
  request: SearchRequest,
  asked: Asked,
): Promise<Result | undefined> {
  // Within a transaction a search sees what nobody else does yet.
  if (ctx.db.isTransaction) return undefined
  const counted = asked.counted.map(({ plan }) => plan)
  const maxBytes = showsBodies(request) ? maxWholeBytes : 0
  const question = toQuestion(scope, { ...asked, counted }, request, maxBytes)
  const answer = question && (await askMemory(ctx.platform, question))
  if (!answer) return undefined
  const { numFound, page, bodies } = answer
  return { numFound, page, bodies, facets: toFacets(answer, request.facets) }
}

async function find(db: Database, scope: SearchScope, request: SearchRequest, asked: Asked): Promise<Result> {
  const { scopePlans, query, filters, counted, nowMs } = asked
  const meanings = await findMeanings(db, [...scopePlans, query, ...filters, ...counted.map(({ plan }) => plan)])
  const inScope = [toScopeCondition(scope), ...scopePlans.map(plan => toCondition(plan, meanings))]
  const matches = [...inScope, ...[query, ...filters].map(plan => toCondition(plan, meanings))]
  await assertSortable([...request.sort, ...(request.grouping?.sort ?? [])], async field => {
    const plan = planExists(field)
    return hasDocument(db, [...inScope, toCondition(plan, await findMeanings(db, [plan]))])
  })
  const matched = await weigh(db, matches, request, toRelevance(query, meanings), meanings)
  const { grouping } = request
  const shown: Pick<Result, 'page' | 'groups' | 'nextCursorMark'> = grouping
    ? { page: [], groups: await findGroups(db, matched, request, grouping) }
    : await findPage(db, matched, request)
  const bodies = showsBodies(request) ? await readWithin(db, listFoundIds(shown), maxWholeBytes, selectBody) : []
  const queries = counted.map(({ text, plan }) => ({ text, condition: toCondition(plan, meanings) }))
  const facets = await countFacets(db, { inScope, matches }, request.facets, { queries, nowMs })
  return { numFound: matched.numFound, ...shown, bodies, facets }
}

/** Counts what is found and, where the order or the answer needs it, makes the score. */
async function weigh(
  db: Database,
  matches: readonly Condition[],
  { sort, fields, grouping }: SearchRequest,
  relevance: Relevance,
  meanings: Meanings,
): Promise<Matched> {
  const keys = [...sort, ...(grouping?.sort ?? [])]
  const isWanted = sort.length === 0 || keys.some(key => key.field === 'score') || fields.names.includes('score')
  if (isWanted && relevance.parts.length > 0)
    return { matches, ...(await weighScore(db, matches, relevance, meanings)) }
  return { matches, numFound: await countDocuments(db, matches), score: undefined }
}
