import type { Query } from '../parse/ast.ts'
import type { ParseOptions } from '../parse/parser.ts'
import { type FacetRange, parseFacetRanges } from './facet-ranges.ts'
import { parseFacetPivot, parseFieldName } from './field-list.ts'
import { parseFilter } from './filter.ts'
import { assertScannable, toLimits } from './limits.ts'
import { findChoice, findCount, findText, listTexts, type RawParameters, within } from './raw-parameters.ts'

/** Which of the values of one field are counted and told. */
export interface FacetOptions {
  /** Most values; undefined where the request wants all of them (`facet.limit=-1`). */
  readonly limit: number | undefined
  /** Values to pass over. */
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

/** A field whose values are counted (`facet.field`). */
export interface FacetFieldRequest extends FacetOptions {
  readonly name: string
}

/** Fields whose values are counted level by level, and the text that asked for them, which is the key of the answer. */
export interface FacetPivotRequest {
  readonly text: string
  /** Outermost level first. */
  readonly levels: readonly FacetFieldRequest[]
}

/** What is counted beside the results. */
export interface FacetRequest {
  /** Each once. */
  readonly fields: readonly FacetFieldRequest[]
  readonly pivots: readonly FacetPivotRequest[]
  /** Queries whose matches among the results are counted (`facet.query`), each once, under the text that asked. */
  readonly queries: readonly { readonly text: string; readonly query: Query }[]
  readonly ranges: readonly FacetRange[]
}

const nothing: FacetRequest = { fields: [], pivots: [], queries: [], ranges: [] }

/** Solr's defaults. */
const usualOptions: FacetOptions = {
  limit: 100,
  offset: 0,
  minCount: 0,
  sort: 'count',
  prefix: undefined,
  missing: false,
}

/**
 * Reads `facet.field`, `facet.pivot`, `facet.query`, `facet.range` and their parameters, each of which may also be given
 * for one field alone (`f.<field>.facet.limit`). `facet=false` asks for nothing, whatever the others say.
 */
export function parseFacets(raw: RawParameters, options: ParseOptions = {}): FacetRequest {
  if (findChoice(raw, 'facet', ['true', 'false']) === 'false') return nothing
  // What holds for all fields is read even where there are none, so that a wrong value is always told.
  const common = parseOptions(raw, '', usualOptions, options)
  const names = within('facet.field', () =>
    listTexts(raw, 'facet.field').map(text => parseFieldName({ text, position: 0 })),
  )
  const pivotMinCount = findCount(raw, 'facet.pivot.mincount')
  const ofField = (name: string) => ({ name, ...parseOptions(raw, `f.${name}.`, common, options) })
  return {
    fields: [...new Set(names)].map(ofField),
    pivots: listTexts(raw, 'facet.pivot').map(text => {
      const { fields } = within('facet.pivot', () => parseFacetPivot(text, options))
      const levels = fields.map(ofField)
      return {
        text,
        levels: levels.map(level => (pivotMinCount === undefined ? level : { ...level, minCount: pivotMinCount })),
      }
    }),
    queries: [...new Set(listTexts(raw, 'facet.query'))].map(text => ({
      text,
      query: within('facet.query', () => parseFilter(text, options)),
    })),
    ranges: parseFacetRanges(raw),
  }
}

/** Reads the options under the names that they have behind a prefix; what is not given is inherited. */
function parseOptions(
  raw: RawParameters,
  prefix: string,
  inherited: FacetOptions,
  options: ParseOptions,
): FacetOptions {
  const name = (part: string) => `${prefix}facet.${part}`
  const begins = findText(raw, name('prefix'))
  if (begins !== undefined) within(name('prefix'), () => assertScannable(begins, toLimits(options)))
  const isUnlimited = findText(raw, name('limit'))?.trim() === '-1'
  const missing = findChoice(raw, name('missing'), ['true', 'false'])
  return {
    limit: isUnlimited ? undefined : (findCount(raw, name('limit')) ?? inherited.limit),
    offset: findCount(raw, name('offset')) ?? inherited.offset,
    minCount: findCount(raw, name('mincount')) ?? inherited.minCount,
    sort: findChoice(raw, name('sort'), ['count', 'index']) ?? inherited.sort,
    // As the values of facets are.
    prefix: begins?.normalize('NFC') ?? inherited.prefix,
    missing: missing === undefined ? inherited.missing : missing === 'true',
  }
}
