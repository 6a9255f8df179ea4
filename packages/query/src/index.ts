/**
 * The search syntax (`q`, `fq`, `sort`, `fl`, facets) as a grammar and a tree, in the style of Solr's standard query parser.
 *
 * It reads text into trees, refuses what it does not accept with one error, and writes trees as text. It knows no schema and
 * no engine: which fields exist, what type they have and how a tree becomes a search is up to the caller, by `foldQuery`.
 */
export type * from './ast.ts'
export { findPrefix, findValueSet } from './ast.ts'
export { type DateMath, type DateMathStep, type DateUnit, evaluateDateMath, parseDateMath } from './date-math.ts'
export { QuerySyntaxError, type SyntaxProblem } from './errors.ts'
export { type FacetRange, listRangeBounds, type RangeInclusion, type RangeOther } from './facet-ranges.ts'
export type { FacetFieldRequest, FacetOptions, FacetPivotRequest, FacetRequest } from './facets.ts'
export { type FacetPivot, type FieldSelection, matchesGlob, parseFacetPivot, parseFieldList } from './field-list.ts'
export { parseFilter } from './filter.ts'
export { type FoldedGroup, foldQuery, type QueryFolder } from './fold.ts'
export { escapeValue, formatQuery } from './format.ts'
export type { GroupRequest } from './grouping.ts'
export type { HighlightRequest } from './highlighting.ts'
export { defaultLimits, type LimitOptions, type QueryLimits } from './limits.ts'
export {
  defaultRows,
  defaultStart,
  parseSearchParameters,
  type SearchRequest,
  unsupportedParameters,
} from './parameters.ts'
export { type ParseOptions, parseQuery } from './parser.ts'
export type { RawParameters } from './raw-parameters.ts'
export { parseSort, type SortKey } from './sort.ts'
export { toValue } from './value.ts'
