import type { Bound, Occur, PatternPart, Query, Value } from '../parse/ast.ts'

const signs: Record<Occur, string> = { must: '+', should: '', mustNot: '-' }

/**
 * Writes a tree so compactly that a table of cases can hold it: `+a -b c`, `(…)` around each inner group, `all`, `exists(f)`,
 * `date(…)`. A text with any special character is in single quotes, decoded; so `'a*'*` is a literal star before a wildcard.
 */
export function notate(query: Query): string {
  return query.kind === 'boolean' ? notateClauses(query.clauses) : notateInner(query)
}

function notateClauses(clauses: readonly { occur: Occur; query: Query }[]): string {
  return clauses.map(({ occur, query }) => signs[occur] + notateInner(query)).join(' ')
}

function notateInner(query: Query): string {
  switch (query.kind) {
    case 'all':
      return 'all'
    case 'exists':
      return `exists(${query.field})`
    case 'boolean':
      return `(${notateClauses(query.clauses)})`
    case 'boost':
      return `${notateInner(query.query)}^${query.factor}`
    case 'constantScore':
      return `${notateInner(query.query)}^=${query.score}`
    default:
      return `${query.field === undefined ? '' : `${notateText(query.field)}:`}${notateLeaf(query)}`
  }
}

function notateLeaf(query: Exclude<Query, { kind: 'all' | 'exists' | 'boolean' | 'boost' | 'constantScore' }>): string {
  switch (query.kind) {
    case 'term':
      return notateValue(query.value)
    case 'phrase':
      return `"${query.text}"${query.slop === 0 ? '' : `~${query.slop}`}`
    case 'wildcard':
      return query.pattern.map(notatePart).join('')
    case 'fuzzy':
      return `${notateText(query.text)}~${query.edits}`
    case 'range': {
      const open = query.lower?.inclusive === false ? '{' : '['
      const close = query.upper?.inclusive === false ? '}' : ']'
      return `${open}${notateBound(query.lower)} TO ${notateBound(query.upper)}${close}`
    }
  }
}

function notatePart(part: PatternPart): string {
  if (part.kind === 'text') return notateText(part.text)
  return part.kind === 'anyText' ? '*' : '?'
}

function notateBound(bound: Bound | undefined): string {
  return bound === undefined ? '*' : notateValue(bound.value)
}

function notateValue(value: Value): string {
  return value.kind === 'dateMath' ? `date(${value.text})` : notateText(value.text)
}

function notateText(text: string): string {
  return /^[\p{L}\p{N}_./;&|,@=<>-]+$/u.test(text) ? text : `'${text}'`
}
