import type { BooleanQuery, BoostQuery, ConstantScoreQuery, LeafQuery, Query } from '../parse/ast.ts'

/** What the parser writes down: no leaf has a field yet, and `f:…` is a scope around its operand. */
export type ParsedQuery =
  | LeafQuery
  | Star
  | Scope
  | BooleanQuery<ParsedQuery>
  | BoostQuery<ParsedQuery>
  | ConstantScoreQuery<ParsedQuery>

/** A lone `*`: everything, or everything that has a value in the field around it. */
interface Star {
  readonly kind: 'star'
}

/** A field and its operand; without a field it is `*:*`, which leaves the scopes around it. */
interface Scope {
  readonly kind: 'scope'
  readonly field: string | undefined
  readonly query: ParsedQuery
}

/** Gives every leaf the field of the innermost scope around it, or else the default field. */
export function resolveFields(parsed: ParsedQuery, defaultField: string | undefined, scope?: string): Query {
  switch (parsed.kind) {
    case 'star':
      return scope === undefined ? { kind: 'all' } : { kind: 'exists', field: scope }
    case 'scope':
      return resolveFields(parsed.query, defaultField, parsed.field)
    case 'boolean': {
      const clauses = parsed.clauses.map(({ occur, query }) => ({
        occur,
        query: resolveFields(query, defaultField, scope),
      }))
      return { kind: 'boolean', clauses }
    }
    case 'boost':
    case 'constantScore':
      return { ...parsed, query: resolveFields(parsed.query, defaultField, scope) }
    default:
      return resolveLeaf(parsed, scope ?? defaultField)
  }
}

function resolveLeaf(leaf: LeafQuery, field: string | undefined): Query {
  const unbounded = leaf.kind === 'range' && leaf.lower === undefined && leaf.upper === undefined
  return unbounded && field !== undefined ? { kind: 'exists', field } : { ...leaf, field }
}
