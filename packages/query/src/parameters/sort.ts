import { QuerySyntaxError, quoteExcerpt } from '../errors.ts'
import { type ListItem, parseFieldName, splitAtCommas } from './field-list.ts'
import { assertScannable, type LimitOptions, toLimits } from './limits.ts'

/** One key of an order; `score` is the relevance to the query, every other field one of the documents. */
export interface SortKey {
  readonly field: string
  readonly direction: 'asc' | 'desc'
}

/** Parses `sort`: `start asc, score desc`. The direction is `asc` where it is left out, and in any case of letters. */
export function parseSort(text: string, options: LimitOptions = {}): SortKey[] {
  assertScannable(text, toLimits(options))
  return splitAtCommas(text).map(parseKey)
}

function parseKey(item: ListItem): SortKey {
  const words = [...item.text.matchAll(/\S+/g)].map(({ 0: text, index }) => ({ text, position: item.position + index }))
  const [field = item, direction, excess] = words
  if (excess !== undefined) throw unexpected(excess, 'a comma or the end')
  return { field: parseFieldName(field), direction: direction === undefined ? 'asc' : parseDirection(direction) }
}

function parseDirection(word: ListItem): SortKey['direction'] {
  const direction = word.text.toLowerCase()
  if (direction === 'asc' || direction === 'desc') return direction
  throw unexpected(word, 'asc or desc')
}

function unexpected({ text, position }: ListItem, expected: string): QuerySyntaxError {
  return new QuerySyntaxError({ problem: `Unexpected ${quoteExcerpt(text)}`, position, expected })
}
