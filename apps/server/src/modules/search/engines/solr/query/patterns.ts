/** Patterns and similar words. */

import type { DictionaryMatch } from '../../../query/plan.ts'
import { combine, escapeTerm, matchText, type Parameters } from './parameters.ts'

/** A pattern of SQL's `like` as one of the standard parser, with what stands before each value. */
export function toPattern(like: string, before: '' | 'n' | '?'): string {
  let pattern: string = before
  let isEscaped = false
  for (const sign of like) {
    if (isEscaped) pattern += escapeTerm(sign)
    else if (sign === '%') pattern += '*'
    else if (sign === '_') pattern += '?'
    else if (sign !== '\\') pattern += escapeTerm(sign)
    isEscaped = !isEscaped && sign === '\\'
  }
  // A lone star is read as any value at all, which it is.
  return pattern
}

/**
 * Terms within so many edits, behind the letter of a type. Lucene finds none that would have to be edited from end to end;
 * the few that a short text may become are written out as patterns. Of very many similar terms it finds the fifty nearest.
 */
export function matchFuzzy(
  parameters: Parameters,
  field: string,
  { text, edits }: Extract<DictionaryMatch, { kind: 'fuzzy' }>,
  type: string,
): string {
  const letters = [...text]
  if (edits === 0 || letters.length + type.length > 2 * edits) {
    return matchText(parameters, field, `${escapeTerm(type + text)}~${edits}`)
  }
  const patterns = [...new Set(listEdited(letters, edits))].filter(pattern => type + pattern !== '')
  return combine(parameters, { should: patterns.map(pattern => matchText(parameters, field, `${type}${pattern}`)) })
}

/** Patterns of what letters become by so many edits, none of which touches what another one has swapped. */
function listEdited(letters: readonly string[], edits: number): string[] {
  const [first, second] = letters
  if (first === undefined) return Array.from({ length: edits + 1 }, (_, more) => '?'.repeat(more))
  const rest = letters.slice(1)
  const put = (sign: string, patterns: readonly string[]) => patterns.map(pattern => sign + pattern)
  const kept = put(escapeTerm(first), listEdited(rest, edits))
  if (edits === 0) return kept
  const removed = listEdited(rest, edits - 1)
  const added = put('?', listEdited(letters, edits - 1))
  const swapped =
    second === undefined ? [] : put(escapeTerm(second) + escapeTerm(first), listEdited(letters.slice(2), edits - 1))
  return [...kept, ...removed, ...put('?', removed), ...added, ...swapped]
}
