import { quoteExcerpt } from '../errors.ts'
import type { Query } from '../parse/ast.ts'
import { type ParseOptions, parseQuery } from '../parse/parser.ts'
import { findZone, type Zone } from '../values/zone.ts'
import { type FacetRequest, parseFacets } from './facets.ts'
import { type FieldSelection, parseFieldList, parseFieldName, toFormC, toPlainName } from './field-list.ts'
import { parseFilter } from './filter.ts'
import { type GroupRequest, parseGrouping } from './grouping.ts'
import { type HighlightRequest, parseHighlighting } from './highlighting.ts'
import { findChoice, findCount, findText, listTexts, type RawParameters, refuse, within } from './raw-parameters.ts'
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
  /** What `NOW` is in dates, in epoch milliseconds; the moment of the search where it is not said. */
  readonly now: number | undefined
  /** Whose days, months and years dates count; those of UTC where none is named. */
  readonly zone: Zone | undefined
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
export function parseSearchParameters(sent: RawParameters, given: ParseOptions = {}): SearchRequest {
  const raw = withPlainNames(sent)
  refuseUnsupported(raw)
  const options = readParseOptions(raw, given)
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
    fields: within('fl', () => parseFieldList(listTexts(raw, 'fl').join(','), options, true)),
    facets: parseFacets(raw, options),
    highlighting: parseHighlighting(raw, options),
    grouping,
    cursorMark,
    now: findNow(raw),
    zone: readZone(raw),
  }
}

/** Parameters of Solr that would change what is found or counted, and that nothing here takes. */
export const unsupportedParameters = [
  'facet.contains',
  'facet.matches',
  'facet.excludeTerms',
  'group.facet',
  'group.truncate',
  'q.alt',
  'rq',
  'uf',
  'boost',
  'pf2',
  'pf3',
  'ps',
  'qs',
  'tie',
  'elevateIds',
  'excludeIds',
  'timeAllowed',
  'shards',
  'group.query',
  'group.func',
  'group.main',
  'group.format',
  'hl.q',
  'qf',
  'pf',
  'mm',
  'bq',
  'bf',
] as const
/** The same of all whose names begin so, with a `.` after it where there is more. */
export const unsupportedFamilies = [
  'json',
  'terms',
  'mlt',
  'stats',
  'expand',
  'facet.interval',
  'facet.heatmap',
] as const

/** Whether a parameter is refused. */
export function isUnsupported(name: string): boolean {
  return (
    unsupportedParameters.some(known => known === name) ||
    unsupportedFamilies.some(family => name === family || name.startsWith(`${family}.`))
  )
}

function refuseUnsupported(raw: RawParameters): void {
  for (const name of Object.keys(raw).filter(isUnsupported)) {
    if (listTexts(raw, name).length > 0) throw refuse(name, 'Not supported', 'a search without it')
  }
  findChoice(raw, 'defType', ['lucene'])
}

/** The moment that is `NOW` in dates, where it is not that of the search, in epoch milliseconds. */
function findNow(raw: RawParameters): number | undefined {
  const text = findText(raw, 'NOW')?.trim()
  if (text === undefined) return undefined
  const ms = /^-?\d{1,16}$/.test(text) ? Number(text) : Number.NaN
  if (Math.abs(ms) <= 8.64e15) return ms
  throw refuse('NOW', `Unexpected ${quoteExcerpt(text)}`, 'a moment in epoch milliseconds')
}

/** The zone of `TZ`, in which days, months and years of dates begin; UTC where it is not given. */
function readZone(raw: RawParameters): Zone | undefined {
  const name = findText(raw, 'TZ')?.trim()
  if (name === undefined) return undefined
  const zone = findZone(name)
  if (zone) return zone
  throw refuse('TZ', `Unexpected ${quoteExcerpt(name)}`, 'a time zone, as Europe/Brussels or GMT+2')
}

/** Parameters of one field, whose name may be escaped there as it may be elsewhere. */
function withPlainNames(sent: RawParameters): RawParameters {
  const names = Object.entries(sent).map(([name, value]) => {
    return [name.startsWith('f.') ? toFormC(toPlainName(name)) : name, value] as const
  })
  return Object.fromEntries(names)
}

/** `df` names the field of what names none; `q.op` joins clauses of all queries of the request. */
function readParseOptions(raw: RawParameters, given: ParseOptions): ParseOptions {
  const field = findText(raw, 'df')
  const operator = findChoice(raw, 'q.op', ['AND', 'OR', 'and', 'or'])?.toLowerCase()
  return {
    ...given,
    ...(field !== undefined && { defaultField: within('df', () => parseFieldName({ text: field, position: 0 })) }),
    ...(operator !== undefined && { defaultOperator: operator === 'and' ? 'and' : 'or' }),
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
