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

/** A name with spaces has its direction after it, unless the spaces are escaped or the name is in quotes. */
function parseKey({ text, position }: ListItem): SortKey {
  const [, field = text, direction] = /^(.*\S)\s+(asc|desc)\s*$/is.exec(text) ?? []
  const open = direction === undefined ? /^\s*(?:"[^"]*"|(?:\\.|[^\s\\"])+)\s+(\S+)/s.exec(field) : null
  if (open) throw unexpected({ text: open[1]!, position: position + open[0].length - open[1]!.length }, 'asc or desc')
  return {
    field: parseFieldName({ text: field, position }),
    direction: direction?.toLowerCase() === 'desc' ? 'desc' : 'asc',
  }
}

function unexpected({ text, position }: ListItem, expected: string): QuerySyntaxError {
  return new QuerySyntaxError({ problem: `Unexpected ${quoteExcerpt(text)}`, position, expected })
}
