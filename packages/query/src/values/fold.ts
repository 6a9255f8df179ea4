import type {
  BooleanQuery,
  Clause,
  ExistsQuery,
  FuzzyQuery,
  Occur,
  PhraseQuery,
  Query,
  RangeQuery,
  TermQuery,
  Value,
  WildcardQuery,
} from '../parse/ast.ts'
import { findValueSet } from '../parse/ast.ts'

/** How each kind of query becomes an `R`: a condition of a database, a request to another engine, a test of an object. */
export interface QueryFolder<R> {
  all(): R
  none(): R
  exists(query: ExistsQuery): R
  term(query: TermQuery): R
  phrase(query: PhraseQuery): R
  wildcard(query: WildcardQuery): R
  fuzzy(query: FuzzyQuery): R
  range(query: RangeQuery): R
  group(group: FoldedGroup<R>): R
  boost(inner: R, factor: number): R
  constantScore(inner: R, score: number): R
  /**
   * A group of two or more optional plain values of one field, `id:(1 2 3)`, as the set that it is. Without this member
   * such a group is folded like any other.
   */
  anyOf?(field: string | undefined, values: readonly Value[]): R
}

/**
 * The clauses of a group. A document matches when it matches all of `must` and none of `mustNot`; and where `must` is empty,
 * at least one of `should`. Beside a `must`, `should` only adds to the score. One of `must` and `should` is never empty.
 */
export interface FoldedGroup<R> {
  readonly must: readonly R[]
  readonly should: readonly R[]
  readonly mustNot: readonly R[]
}

/**
 * Folds a tree from its leaves up. Groups that only prohibit are settled here: the outermost one means everything but the
 * prohibited, one within another group matches nothing. Boosts and constant scores around the outermost group do not change that.
 */
export function foldQuery<R>(query: Query, folder: QueryFolder<R>): R {
  return fold(query, folder, true)
}

function fold<R>(query: Query, folder: QueryFolder<R>, outermost: boolean): R {
  switch (query.kind) {
    case 'all':
      return folder.all()
    case 'exists':
      return folder.exists(query)
    case 'term':
      return folder.term(query)
    case 'phrase':
      return folder.phrase(query)
    case 'wildcard':
      return folder.wildcard(query)
    case 'fuzzy':
      return folder.fuzzy(query)
    case 'range':
      return folder.range(query)
    case 'boost':
      return folder.boost(fold(query.query, folder, outermost), query.factor)
    case 'constantScore':
      return folder.constantScore(fold(query.query, folder, outermost), query.score)
    case 'boolean':
      return foldGroup(query, folder, outermost)
  }
}

function foldGroup<R>(query: BooleanQuery, folder: QueryFolder<R>, outermost: boolean): R {
  const { clauses } = query
  if (clauses.every(clause => clause.occur === 'mustNot')) {
    if (!outermost || clauses.length === 0) return folder.none()
    return folder.group({ must: [folder.all()], should: [], mustNot: foldClauses(clauses, 'mustNot', folder) })
  }
  if (folder.anyOf !== undefined && clauses.length > 1) {
    const set = findValueSet(query)
    if (set !== undefined) return folder.anyOf(set.field, set.values)
  }
  return folder.group({
    must: foldClauses(clauses, 'must', folder),
    should: foldClauses(clauses, 'should', folder),
    mustNot: foldClauses(clauses, 'mustNot', folder),
  })
}

function foldClauses<R>(clauses: readonly Clause[], occur: Occur, folder: QueryFolder<R>): R[] {
  return clauses.filter(clause => clause.occur === occur).map(clause => fold(clause.query, folder, false))
}
