/**
 * The search syntax (`q`, `fq`, `sort`, `fl`, facets) as a grammar and a tree, in the style of Solr's standard query parser.
 *
 * It reads text into trees, refuses what it does not accept with one error, and writes trees as text. It knows no schema and
 * no engine: which fields exist, what type they have and how a tree becomes a search is up to the caller, by `foldQuery`.
 */

export { QuerySyntaxError, type SyntaxProblem } from './errors.ts'
export { escapeValue, formatQuery } from './format.ts'
export { type FacetRange, listRangeBounds, type RangeInclusion, type RangeOther } from './parameters/facet-ranges.ts'
export type { FacetFieldRequest, FacetOptions, FacetPivotRequest, FacetRequest } from './parameters/facets.ts'
export {
  type FacetPivot,
  type FieldSelection,
  matchesGlob,
  parseFacetPivot,
  parseFieldList,
} from './parameters/field-list.ts'
export { parseFilter } from './parameters/filter.ts'
export type { GroupRequest } from './parameters/grouping.ts'
export type { HighlightRequest } from './parameters/highlighting.ts'
export { defaultLimits, type LimitOptions, type QueryLimits } from './parameters/limits.ts'
export {
  defaultRows,
  defaultStart,
  isUnsupported,
  parseSearchParameters,
  type SearchRequest,
} from './parameters/parameters.ts'
export type { RawParameters } from './parameters/raw-parameters.ts'
export { parseSort, type SortKey } from './parameters/sort.ts'
export type * from './parse/ast.ts'
export { findPrefix, findValueSet } from './parse/ast.ts'
export { type ParseOptions, parseQuery } from './parse/parser.ts'
export { type DateMath, type DateMathStep, type DateUnit, evaluateDateMath, parseDateMath } from './values/date-math.ts'
export { type FoldedGroup, foldQuery, type QueryFolder } from './values/fold.ts'
export { toValue } from './values/value.ts'
export type { Zone } from './values/zone.ts'
