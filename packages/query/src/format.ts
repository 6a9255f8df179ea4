import type { BooleanQuery, Bound, Occur, Pattern, Query } from './parse/ast.ts'
import { findValueSet } from './parse/ast.ts'

const signs: Record<Occur, string> = { must: '+', should: '', mustNot: '-' }

/**
 * Writes a query in one canonical way: signs instead of operator words, every field named, values escaped only where they must
 * be. Parsing the text gives the same tree again.
 */
export function formatQuery(query: Query): string {
  switch (query.kind) {
    case 'all':
      return '*:*'
    case 'exists':
      return `${escapeValue(query.field)}:*`
    case 'boolean':
      return formatClauses(query)
    case 'boost':
      return `${formatOperand(query.query)}^${formatDecimal(query.factor)}`
    case 'constantScore':
      return `${formatOperand(query.query)}^=${formatDecimal(query.score)}`
    default:
      return `${formatField(query.field)}${formatLeaf(query)}`
  }
}

/** Escapes a text so that it is read as one bare value, whatever characters it has. */
export function escapeValue(text: string): string {
  if (text === '') return '""'
  if (/^(?:AND|OR|NOT|&&|\|\||filter)$/.test(text)) return `\\${text}`
  return text.replace(/[ \t\n\r\u3000():^[\]"{}~*?\\]|^[-+!/]/g, '\\$&')
}

function formatField(field: string | undefined): string {
  return field === undefined ? '' : `${escapeValue(field)}:`
}

function formatLeaf(query: Exclude<Query, { kind: 'all' | 'exists' | 'boolean' | 'boost' | 'constantScore' }>): string {
  switch (query.kind) {
    case 'term':
      return escapeValue(query.value.text)
    case 'phrase':
      return query.slop === 0 ? quote(query.text) : `${quote(query.text)}~${query.slop}`
    case 'wildcard':
      return formatPattern(query.pattern)
    case 'fuzzy':
      return `${escapeValue(query.text)}~${query.edits}`
    case 'range': {
      const open = query.lower?.inclusive === false ? '{' : '['
      const close = query.upper?.inclusive === false ? '}' : ']'
      return `${open}${formatBound(query.lower)} TO ${formatBound(query.upper)}${close}`
    }
  }
}

function formatClauses(query: BooleanQuery): string {
  const set = query.clauses.length > 1 ? findValueSet(query) : undefined
  if (set?.field !== undefined) {
    return `${formatField(set.field)}(${set.values.map(value => escapeValue(value.text)).join(' ')})`
  }
  return query.clauses.map(clause => signs[clause.occur] + formatClause(clause.query)).join(' ')
}

/** A group within a group needs parentheses, unless it is written as `field:(…)`. */
function formatClause(query: Query): string {
  const text = formatQuery(query)
  if (query.kind !== 'boolean') return text
  return query.clauses.length > 1 && findValueSet(query)?.field !== undefined ? text : `(${text})`
}

function formatOperand(query: Query): string {
  const nested = query.kind === 'boost' || query.kind === 'constantScore'
  return nested ? `(${formatQuery(query)})` : formatClause(query)
}

function formatPattern(pattern: Pattern): string {
  const parts = pattern.map((part, index) => {
    if (part.kind !== 'text') return part.kind === 'anyText' ? '*' : '?'
    // Only at the start of a value are signs and slashes special.
    return index === 0 ? escapeValue(part.text) : escapeValue(`_${part.text}`).slice(1)
  })
  return parts.join('')
}

function formatBound(bound: Bound | undefined): string {
  if (bound === undefined) return '*'
  const { text } = bound.value
  return /^[\w.:+/-]+$/.test(text) && text !== 'TO' ? text : quote(text)
}

function quote(text: string): string {
  return `"${text.replace(/["\\]/g, '\\$&')}"`
}

/** A number without an exponent, which the syntax does not have. */
function formatDecimal(value: number): string {
  const text = String(value)
  const [mantissa = '', exponent] = text.split('e')
  if (exponent === undefined) return text
  const [whole = '', fraction = ''] = mantissa.split('.')
  const digits = whole + fraction
  const point = whole.length + Number(exponent)
  return point > 0 ? digits.padEnd(point, '0') : `0.${'0'.repeat(-point)}${digits}`
}
