import { QuerySyntaxError } from '../errors.ts'
import type { FuzzyQuery, PhraseQuery } from '../parse/ast.ts'

const maxSlop = 2 ** 31 - 1

/** A phrase with the number after its `~`, of which only the whole part counts. */
export function toPhrase(text: string, amount: number | undefined): PhraseQuery {
  return { kind: 'phrase', field: undefined, text, slop: Math.min(Math.trunc(amount ?? 0), maxSlop) }
}

/**
 * A fuzzy term with the number after its `~`: 2 edits without one, never more than 2. Below 1 it is the similarity of old
 * Lucene versions, the share of the word that must stay.
 */
export function toFuzzy(
  text: string,
  { amount = 2, start }: { amount: number | undefined; start: number },
): FuzzyQuery {
  if (amount > 1 && !Number.isInteger(amount)) {
    throw new QuerySyntaxError({ problem: 'A fraction of an edit', position: start, expected: '~0, ~1 or ~2' })
  }
  const wanted = amount > 0 && amount < 1 ? (1 - amount) * [...text].length : amount
  const edits = wanted >= 2 ? 2 : wanted >= 1 ? 1 : 0
  return { kind: 'fuzzy', field: undefined, text, edits }
}
