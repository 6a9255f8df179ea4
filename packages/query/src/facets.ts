import type { Query } from './ast.ts'
import { type FacetRange, parseFacetRanges } from './facet-ranges.ts'
import { type FacetPivot, parseFacetPivot, parseFieldName } from './field-list.ts'
import { parseFilter } from './filter.ts'
import { assertScannable, toLimits } from './limits.ts'
import type { ParseOptions } from './parser.ts'
import { findChoice, findCount, findText, listTexts, type RawParameters, within } from './raw-parameters.ts'

/** What is counted beside the results. */
export interface FacetRequest {
  /** Fields whose values are counted (`facet.field`), each once. */
  readonly fields: readonly string[]
  readonly pivots: readonly FacetPivot[]
  /** Queries whose matches among the results are counted (`facet.query`), each once, under the text that asked. */
  readonly queries: readonly { readonly text: string; readonly query: Query }[]
  readonly ranges: readonly FacetRange[]
  /** Most values of one field; undefined where the request wants all of them (`facet.limit=-1`). */
  readonly limit: number | undefined
  /** Values of one field to pass over. */
  readonly offset: number
  /** Values counted less often are left out; 0 lists also the values that no result has. */
  readonly minCount: number
  /** `count`: the most frequent first; `index`: in the order of the values. */
  readonly sort: 'count' | 'index'
  /** Only values that begin with this text. */
  readonly prefix: string | undefined
  /** Whether the results without a value are counted too. */
  readonly missing: boolean
}

/** Solr's defaults: 100 values, zero counts listed, the most frequent first. */
const defaultLimit = 100
const defaultMinCount = 0

/** Reads `facet.field`, `facet.pivot`, `facet.query`, `facet.range` and the parameters that hold for all of them. */
export function parseFacets(raw: RawParameters, options: ParseOptions = {}): FacetRequest {
  const names = listTexts(raw, 'facet.field')
  const prefix = findText(raw, 'facet.prefix')
  if (prefix !== undefined) within('facet.prefix', () => assertScannable(prefix, toLimits(options)))
  const unlimited = findText(raw, 'facet.limit')?.trim() === '-1'
  return {
    fields: [...new Set(within('facet.field', () => names.map(text => parseFieldName({ text, position: 0 }))))],
    pivots: listTexts(raw, 'facet.pivot').map(text => within('facet.pivot', () => parseFacetPivot(text, options))),
    queries: [...new Set(listTexts(raw, 'facet.query'))].map(text => ({
      text,
      query: within('facet.query', () => parseFilter(text, options)),
    })),
    ranges: parseFacetRanges(raw),
    limit: unlimited ? undefined : (findCount(raw, 'facet.limit') ?? defaultLimit),
    offset: findCount(raw, 'facet.offset') ?? 0,
    minCount: findCount(raw, 'facet.mincount') ?? defaultMinCount,
    sort: findChoice(raw, 'facet.sort', ['count', 'index']) ?? 'count',
    prefix,
    missing: findChoice(raw, 'facet.missing', ['true', 'false']) === 'true',
  }
}
