import type { SearchResultList, SolrDocument } from '@rushes/contract'
import { parseSearchParameters, type SearchRequest } from '@rushes/query'
import type { Context } from '../platform/context.ts'
import type { Database } from '../platform/database/index.ts'
import { separateClipProperties } from './clip-properties.ts'
import { type Condition, toCondition } from './conditions.ts'
import { withDeadline } from './deadline.ts'
import type { SearchScope } from './document.ts'
import { countFacets, type Facets } from './facets.ts'
import { listSought } from './found-words.ts'
import { showGroups } from './groups.ts'
import { highlight } from './highlight.ts'
import { findHits, type Utterance } from './hits.ts'
import { waitForIndex } from './indexer.ts'
import { findMeanings, type Meanings } from './lookups.ts'
import { askMemory } from './memory/memory.ts'
import { toQuestion } from './memory/question.ts'
import { toFacets } from './memory-facets.ts'
import { assertSortable } from './order.ts'
import { largestPage, type Matched, type Shown, showBodies, showPage } from './page.ts'
import { type Plan, planExists, toPlan } from './plan.ts'
import { readSearchParameters } from './raw-query.ts'
import { toScopeCondition, toScopePlans } from './scope.ts'
import { type Relevance, toRelevance, weighScore } from './score.ts'
import { countDocuments, hasDocument } from './search-store.ts'

/** How long a search waits for the index to hold what was committed before; for no bulks of others. */
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
  await waitForIndex(ctx.platform, longestWaitMs, 'small')
  const asked = plan(scope, request, ctx.platform.clock.now())
  const remembered = await findInMemory(ctx, scope, request, asked)
  const { shown, said, ...found } = await withDeadline(ctx, deadlineMs, async db => {
    const found = remembered ?? (await find(db, scope, request, asked))
    const ids = found.shown.bodies.slice(0, mostHeard).map(body => Number(body.id))
    return { ...found, said: request.highlighting && readSaid && (await readSaid(db, ids)) }
  })
  const sought = listSought([asked.query, ...asked.filters])
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

/** What a search finds, but for what is said in it. */
interface Result {
  readonly numFound: number
  readonly shown: Shown & Pick<SearchResultList, 'groupResponse' | 'nextCursorMark'>
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
  const question = toQuestion(scope, { ...asked, counted }, request, largestPage)
  const answer = question && (await askMemory(ctx.platform, question))
  if (!answer) return undefined
  const page = answer.page.map(({ body, score }) => ({ body: JSON.parse(body) as SolrDocument, score }))
  return {
    numFound: answer.numFound,
    shown: showBodies(page, request.fields),
    facets: toFacets(answer, request.facets),
  }
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
  const shown = grouping ? await showGroups(db, matched, request, grouping) : await showPage(db, matched, request)
  const queries = counted.map(({ text, plan }) => ({ text, condition: toCondition(plan, meanings) }))
  const facets = await countFacets(db, { inScope, matches }, request.facets, { queries, nowMs })
  return { numFound: matched.numFound, shown, facets }
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
