import type { SearchResultList } from '@rushes/contract'
import { parseSearchParameters, type SearchRequest } from '@rushes/query'
import type { Context } from '../platform/context.ts'
import type { Database } from '../platform/database/index.ts'
import { separateClipProperties } from './clip-properties.ts'
import { type Condition, toCondition } from './conditions.ts'
import { withDeadline } from './deadline.ts'
import type { SearchScope } from './document.ts'
import { countFacets } from './facets.ts'
import { listSought } from './found-words.ts'
import { showGroups } from './groups.ts'
import { highlight } from './highlight.ts'
import { findHits, type Utterance } from './hits.ts'
import { waitForIndex } from './indexer.ts'
import { findMeanings } from './lookups.ts'
import { assertSortable } from './order.ts'
import { type Matched, showPage } from './page.ts'
import { planExists, toPlan } from './plan.ts'
import { readSearchParameters } from './raw-query.ts'
import { toScopeCondition, toScopePlans } from './scope.ts'
import { type Relevance, toRelevance, weighScore } from './score.ts'
import { countDocuments, hasDocument } from './search-store.ts'

/** How long a search waits for the index to hold what was committed before. */
const longestWaitMs = 1_000
/** How long each statement of a search may take. */
const deadlineMs = 10_000

/** Documents of a page whose hits are told: what is said in one may be a transcript of hours. */
const mostHeard = 500

/** Reads what is said in documents, and when. */
export type SaidReader = (db: Database, ids: readonly number[]) => Promise<ReadonlyMap<number, readonly Utterance[]>>

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
  readSaid?: SaidReader,
): Promise<SearchResultList> {
  const began = performance.now()
  const parameters = readSearchParameters(rawQuery)
  const request = parseSearchParameters(parameters)
  await waitForIndex(ctx.platform, longestWaitMs)
  const { sought, shown, said, ...found } = await withDeadline(ctx, deadlineMs, async db => {
    const found = await find(db, scope, request, ctx.platform.clock.now())
    const ids = found.shown.bodies.slice(0, mostHeard).map(body => Number(body.id))
    return { ...found, said: request.highlighting && readSaid && (await readSaid(db, ids)) }
  })
  const { documents, bodies, ...rest } = shown
  const compressed = rawQuery.isCompressed === true ? separateClipProperties(documents) : undefined
  const results = compressed?.documents ?? documents
  const highlighting = request.highlighting ? await highlight(bodies, sought, request.highlighting) : {}
  const elapsedTime = Math.round(performance.now() - began)
  return {
    elapsedTime,
    numFound: found.numFound,
    start: request.start,
    results,
    items: results,
    responseHeader: { status: 0, QTime: elapsedTime, params: parameters },
    ...found.facets,
    facetDates: [],
    fieldStatsInfo: {},
    highlighting,
    ...(said && { hits: findHits(said, sought) }),
    ...rest,
    ...(compressed && { mediaObjectProperties: compressed.properties }),
  }
}

async function find(db: Database, scope: SearchScope, request: SearchRequest, nowMs: number) {
  const scopePlans = toScopePlans(scope)
  const query = toPlan(request.query, nowMs)
  const filters = request.filters.map(filter => toPlan(filter, nowMs))
  const counted = request.facets.queries.map(({ text, query }) => ({ text, plan: toPlan(query, nowMs) }))
  const meanings = await findMeanings(db, [...scopePlans, query, ...filters, ...counted.map(({ plan }) => plan)])
  const inScope = [toScopeCondition(scope), ...scopePlans.map(plan => toCondition(plan, meanings))]
  const matches = [...inScope, ...[query, ...filters].map(plan => toCondition(plan, meanings))]
  await assertSortable([...request.sort, ...(request.grouping?.sort ?? [])], async field => {
    const plan = planExists(field)
    return hasDocument(db, [...inScope, toCondition(plan, await findMeanings(db, [plan]))])
  })
  const matched = await weigh(db, matches, request, toRelevance(query, meanings))
  const { grouping } = request
  const shown = grouping ? await showGroups(db, matched, request, grouping) : await showPage(db, matched, request)
  const queries = counted.map(({ text, plan }) => ({ text, condition: toCondition(plan, meanings) }))
  const facets = await countFacets(db, { inScope, matches }, request.facets, { queries, nowMs })
  return { numFound: matched.numFound, sought: listSought([query, ...filters]), shown, facets }
}

/** Counts what is found and, where the order or the answer needs it, makes the score. */
async function weigh(
  db: Database,
  matches: readonly Condition[],
  { sort, fields, grouping }: SearchRequest,
  relevance: Relevance,
): Promise<Matched> {
  const keys = [...sort, ...(grouping?.sort ?? [])]
  const isWanted = sort.length === 0 || keys.some(key => key.field === 'score') || fields.names.includes('score')
  if (isWanted && relevance.parts.length > 0) return { matches, ...(await weighScore(db, matches, relevance)) }
  return { matches, numFound: await countDocuments(db, matches), score: undefined }
}
