import type { SearchResultList, SolrDocument } from '@rushes/contract'
import { type FieldSelection, parseSearchParameters, type SearchRequest } from '@rushes/query'
import type { Context } from '../platform/context.ts'
import type { Database } from '../platform/database/index.ts'
import { separateClipProperties } from './clip-properties.ts'
import { type Condition, toCondition } from './conditions.ts'
import { withDeadline } from './deadline.ts'
import type { SearchScope } from './document.ts'
import { countFacets } from './facets.ts'
import { waitForIndex } from './indexer.ts'
import { findMeanings } from './lookups.ts'
import { assertSortable, toOrder } from './order.ts'
import { planExists, toPlan } from './plan.ts'
import { readSearchParameters } from './raw-query.ts'
import { toScopeCondition, toScopePlans } from './scope.ts'
import { type Relevance, toRelevance, weighScore } from './score.ts'
import { countDocuments, hasDocument, readBodies, readPage } from './search-store.ts'

/** Longest page: `rows` may be any number, and a client that asks for more gets this many. */
const largestPage = 10_000
/** How long a search waits for the index to hold what was committed before. */
const longestWaitMs = 1_000
/** How long each statement of a search may take. */
const deadlineMs = 10_000

/**
 * Finds the documents of a scope that a request asks for (interface, Limits: search parameters). `rawQuery` holds the
 * parameters as they came; those that are none of a search are left alone. Throws `QuerySyntaxError`, or a
 * `BadRequestError` for an order by a field that does not exist; a search that takes too long fails with 503.
 */
export async function searchDocuments(
  ctx: Context,
  scope: SearchScope,
  rawQuery: Readonly<Record<string, unknown>>,
): Promise<SearchResultList> {
  const began = performance.now()
  const parameters = readSearchParameters(rawQuery)
  const request = parseSearchParameters(parameters)
  const rows = Math.min(request.rows, largestPage)
  await waitForIndex(ctx.platform, longestWaitMs)
  const found = await withDeadline(ctx, deadlineMs, db => find(db, scope, request, rows, ctx.platform.clock.now()))
  const compressed = rawQuery.isCompressed === true ? separateClipProperties(found.documents) : undefined
  const results = compressed?.documents ?? found.documents
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
    facetRanges: [],
    fieldStatsInfo: {},
    highlighting: {},
    ...(compressed && { mediaObjectProperties: compressed.properties }),
  }
}

async function find(db: Database, scope: SearchScope, request: SearchRequest, rows: number, nowMs: number) {
  const { sort, start } = request
  const scopePlans = toScopePlans(scope)
  const query = toPlan(request.query, nowMs)
  const filters = request.filters.map(filter => toPlan(filter, nowMs))
  const counted = request.facets.queries.map(({ text, query }) => ({ text, plan: toPlan(query, nowMs) }))
  const meanings = await findMeanings(db, [...scopePlans, query, ...filters, ...counted.map(({ plan }) => plan)])
  const inScope = [toScopeCondition(scope), ...scopePlans.map(plan => toCondition(plan, meanings))]
  const matches = [...inScope, ...[query, ...filters].map(plan => toCondition(plan, meanings))]
  await assertSortable(sort, async field => {
    const plan = planExists(field)
    return hasDocument(db, [...inScope, toCondition(plan, await findMeanings(db, [plan]))])
  })
  const { numFound, score } = await weigh(db, matches, request, toRelevance(query, meanings))
  // Without an order of its own, a search for words gives the most relevant first.
  const order = toOrder(sort.length > 0 ? sort : [{ field: 'score', direction: 'desc' }], score)
  const page = start < numFound && rows > 0 ? await readPage(db, matches, order, score, { start, rows }) : []
  const bodies = await readBodies(
    db,
    page.map(row => row.id),
  )
  const documents = page.flatMap(row => {
    const body = bodies.get(row.id)
    return body ? [selectFields(body, request.fields, row.score)] : []
  })
  const facetQuery: Record<string, number> = {}
  for (const { text, plan } of counted) {
    facetQuery[text] = await countDocuments(db, [...matches, toCondition(plan, meanings)])
  }
  const facets = { ...(await countFacets(db, { inScope, matches }, request.facets)), facetQuery }
  return { numFound, documents, facets }
}

/** Counts what is found and, where the order or the answer needs it, makes the score. */
async function weigh(db: Database, matches: readonly Condition[], request: SearchRequest, relevance: Relevance) {
  const { sort, fields } = request
  const isWanted = sort.length === 0 || sort.some(key => key.field === 'score') || fields.names.includes('score')
  if (isWanted && relevance.parts.length > 0) return weighScore(db, matches, relevance)
  return { numFound: await countDocuments(db, matches), score: undefined }
}

/** The fields that `fl` names; a query without words scores every document 1, as Solr does. */
function selectFields(body: SolrDocument, { all, names }: FieldSelection, score: number | null): SolrDocument {
  const selected: SolrDocument = all ? { ...body } : {}
  for (const name of names) {
    if (name === 'score') selected.score = score ?? 1
    else if (Object.hasOwn(body, name)) selected[name] = body[name]
  }
  return selected
}
