import type { FacetField, FacetRangeCounts, SearchResultList } from '@rushes/contract'
import { type FacetRange, parseSearchParameters, type SearchRequest } from '@rushes/query'
import type { Context } from '../../platform/context.ts'
import type { StreamedJson } from '../../platform/text/streamed-json.ts'
import { listSought } from './answer/found-words.ts'
import { type Presentation, showFound } from './answer/show.ts'
import type { SearchScope } from './documents/document.ts'
import type { Asked } from './engine.ts'
import { waitForIndex } from './indexing/indexer.ts'
import { toPlan } from './query/plan.ts'
import { readSearchParameters } from './query/raw-query.ts'
import { toScopePlans } from './query/scope.ts'

/** How long a search waits for the index to hold what was committed before; for no bulks of others. */
const defaultMaxIndexWaitMs = 1_000

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
  await waitForIndex(ctx.platform, ctx.platform.maxIndexWaitMs ?? defaultMaxIndexWaitMs, 'small')
  const asked = toAsked(scope, request, ctx.platform.clock.now())
  const { engine } = ctx.platform.services.search
  const found = await engine.find(ctx, request, asked)
  const elapsedTime = Math.round(performance.now() - began)
  const head = {
    elapsedTime,
    numFound: found.numFound,
    start: request.start,
    responseHeader: { status: 0, QTime: elapsedTime, params: parameters },
    ...found.facets,
    ...partRanges(request.facets.ranges, found.facets.facetRanges),
    fieldStatsInfo: {},
    ...(found.nextCursorMark !== undefined && { nextCursorMark: found.nextCursorMark }),
  }
  const sought = listSought([asked.query, ...asked.filters])
  return showFound(ctx, head, found, request, { ...presentation, sought, isCompressed: rawQuery.isCompressed === true })
}

/** `facet.date` is answered as fields whose values are the moments at which the ranges begin. */
function partRanges(asked: readonly FacetRange[], counted: readonly FacetRangeCounts[]) {
  const of = (kind: FacetRange['kind']) => counted.filter((_counts, index) => asked[index]?.kind === kind)
  const facetDates: FacetField[] = of('date').map(({ name, counts, before, after, between }) => {
    const beside = Object.entries({ before, after, between }).flatMap(([part, count]) =>
      count === undefined ? [] : [{ name: part, count }],
    )
    const values = [...counts.map(({ value, count }) => ({ name: value, count })), ...beside]
    return { name, valueCount: values.length, values }
  })
  return { facetRanges: of('range'), facetDates }
}

/** What a request asks of an engine. */
export function toAsked(
  scope: SearchScope,
  { query, filters, facets, now, zone }: SearchRequest,
  nowMs: number,
): Asked {
  const moment = { ms: now ?? nowMs, zone }
  return {
    scope,
    scopePlans: toScopePlans(scope),
    query: toPlan(query, moment),
    filters: filters.map(filter => toPlan(filter, moment)),
    counted: facets.queries.map(({ text, query }) => ({ text, plan: toPlan(query, moment) })),
    moment,
  }
}
