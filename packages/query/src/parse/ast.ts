import type { DateMath } from '../values/date-math.ts'

/**
 * The tree of a query. It is a Lucene tree, not one of operators: a group is a list of clauses, each required, optional or
 * prohibited. What a group means is written once, in `foldQuery`.
 */
export type Query =
  | AllQuery
  | ExistsQuery
  | LeafQuery
  | BooleanQuery<Query>
  | BoostQuery<Query>
  | ConstantScoreQuery<Query>

/** A query of one field. */
export type LeafQuery = TermQuery | PhraseQuery | WildcardQuery | FuzzyQuery | RangeQuery

/** Every document: `*:*`, or a bare `*`. */
export interface AllQuery {
  readonly kind: 'all'
}

/** Documents that have any value in the field: `f:*`, `f:[* TO *]`. */
export interface ExistsQuery {
  readonly kind: 'exists'
  readonly field: string
}

/** Shared by the leaves: `field` is undefined where neither the query nor the caller named one. */
export interface Fielded {
  readonly field: string | undefined
}

/** One word or value: `a`, `f:a`, `created:NOW/DAY`. */
export interface TermQuery extends Fielded {
  readonly kind: 'term'
  readonly value: Value
}

/** Words in order, or one exact value with any characters: `"a b"~3`. On a field of exact values, read it by `toValue(text)`. */
export interface PhraseQuery extends Fielded {
  readonly kind: 'phrase'
  readonly text: string
  /** How many places the words may be moved in all; 0 is the exact order. */
  readonly slop: number
}

/** A value with wildcards: `te?t`, `a*b`, `a*`. */
export interface WildcardQuery extends Fielded {
  readonly kind: 'wildcard'
  readonly pattern: Pattern
}

/** A word with at most so many letters changed: `a~1`. */
export interface FuzzyQuery extends Fielded {
  readonly kind: 'fuzzy'
  readonly text: string
  readonly edits: 0 | 1 | 2
}

/** Values between two bounds: `[a TO b}`; an undefined bound is open. */
export interface RangeQuery extends Fielded {
  readonly kind: 'range'
  readonly lower: Bound | undefined
  readonly upper: Bound | undefined
}

export interface Bound {
  readonly value: Value
  readonly inclusive: boolean
}

/** A group of at least one clause: `+a -b c`. */
export interface BooleanQuery<Q = Query> {
  readonly kind: 'boolean'
  readonly clauses: readonly Clause<Q>[]
}

export interface Clause<Q = Query> {
  readonly occur: Occur
  readonly query: Q
}

/** How a clause takes part in its group: `+a`, `a`, `-a`. */
export type Occur = 'must' | 'should' | 'mustNot'

/** The inner query, its score multiplied: `a^2`. */
export interface BoostQuery<Q = Query> {
  readonly kind: 'boost'
  readonly query: Q
  readonly factor: number
}

/** The inner query, every match scored the same: `a^=2`. */
export interface ConstantScoreQuery<Q = Query> {
  readonly kind: 'constantScore'
  readonly query: Q
  readonly score: number
}

/** A value: the text as meant (escapes resolved), with its date expression where it can be read as one. */
export type Value = TextValue | DateMathValue

export interface TextValue {
  readonly kind: 'text'
  readonly text: string
}

/** Only a field of dates takes `dateMath`; on any other field the value is its `text`. */
export interface DateMathValue {
  readonly kind: 'dateMath'
  readonly text: string
  readonly dateMath: DateMath
}

/** A value with at least one wildcard; never two neighbouring texts or two neighbouring `anyText`. */
export type Pattern = readonly PatternPart[]

/** Literal text (an escaped `*` belongs here), `*` (any text, also none), or `?` (exactly one character). */
export type PatternPart =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'anyText' | 'anyCharacter' }

/** What stands before the `*`, for a pattern that is a text with one `*` at its end. */
export function findPrefix(pattern: Pattern): string | undefined {
  const [first, second] = pattern
  return pattern.length === 2 && first?.kind === 'text' && second?.kind === 'anyText' ? first.text : undefined
}

/** Field and values of a group that lists optional plain values of one field, as `f:(a b c)`: a set, however long. */
export function findValueSet(query: BooleanQuery): { field: string | undefined; values: Value[] } | undefined {
  const values: Value[] = []
  const first = query.clauses[0]?.query
  if (first?.kind !== 'term') return undefined
  for (const { occur, query: inner } of query.clauses) {
    if (occur !== 'should' || inner.kind !== 'term' || inner.field !== first.field) return undefined
    values.push(inner.value)
  }
  return { field: first.field, values }
}
