import type { Query } from './ast.ts'
import { type FacetRequest, parseFacets } from './facets.ts'
import { type FieldSelection, parseFieldList } from './field-list.ts'
import { parseFilter } from './filter.ts'
import { type GroupRequest, parseGrouping } from './grouping.ts'
import { type HighlightRequest, parseHighlighting } from './highlighting.ts'
import { type ParseOptions, parseQuery } from './parser.ts'
import { findCount, findText, listTexts, type RawParameters, refuse, within } from './raw-parameters.ts'
import { parseSort, type SortKey } from './sort.ts'

/** A search as a request asks for it, every part parsed. */
export interface SearchRequest {
  /** What scores and selects; everything where `q` is absent or blank. */
  readonly query: Query
  /** Each one restricts the results further. */
  readonly filters: readonly Query[]
  /** Offset of the first result. */
  readonly start: number
  /** Size of the page, as asked for: to cap it is up to the caller. */
  readonly rows: number
  /** Outermost key first; empty where the request leaves the order to the engine. */
  readonly sort: readonly SortKey[]
  readonly fields: FieldSelection
  readonly facets: FacetRequest
  readonly highlighting: HighlightRequest | undefined
  readonly grouping: GroupRequest | undefined
  /** Where the page begins in a deep listing, as the engine gave it out; `*` begins one. Then `start` is 0. */
  readonly cursorMark: string | undefined
}

/** Start of a page where none is given (interface, Limits: default `start`). */
export const defaultStart = 0
/** Size of a page where none is given (interface, Limits: default `rows`). */
export const defaultRows = 10

/**
 * Reads the search parameters of a request. Both families of paging are taken, `start` and `rows` or `offset` and `limit`; of
 * the two names of one thing only one may be given, unless they agree. Parameters that are none of the search are left alone.
 * Throws `QuerySyntaxError` with the `parameter` at fault.
 */
export function parseSearchParameters(raw: RawParameters, options: ParseOptions = {}): SearchRequest {
  const q = findText(raw, 'q')
  const sort = findText(raw, 'sort')
  const start = findPaging(raw, 'start', 'offset') ?? defaultStart
  const cursorMark = findText(raw, 'cursorMark')
  const grouping = parseGrouping(raw, options)
  if (cursorMark !== undefined && start !== 0) throw refuse('cursorMark', 'A cursor together with a start', 'start 0')
  if (cursorMark !== undefined && grouping) throw refuse('cursorMark', 'A cursor together with groups', 'one of them')
  return {
    query: q === undefined ? { kind: 'all' } : within('q', () => parseQuery(q, options)),
    filters: listTexts(raw, 'fq').map(fq => within('fq', () => parseFilter(fq, options))),
    start,
    rows: findPaging(raw, 'rows', 'limit') ?? defaultRows,
    sort: sort === undefined ? [] : within('sort', () => parseSort(sort, options)),
    fields: within('fl', () => parseFieldList(listTexts(raw, 'fl').join(','), options)),
    facets: parseFacets(raw, options),
    highlighting: parseHighlighting(raw, options),
    grouping,
    cursorMark,
  }
}

function findPaging(raw: RawParameters, name: string, alias: string): number | undefined {
  const first = findCount(raw, name)
  const second = findCount(raw, alias)
  if (first !== undefined && second !== undefined && first !== second) {
    throw refuse(alias, `Not the same as ${name}`, `${name} or ${alias}, not both`)
  }
  return first ?? second
}
