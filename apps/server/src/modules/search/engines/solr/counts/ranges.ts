/** How many found documents have a number, or a date, in each range: a query for each. */

import type { FacetRangeCounts } from '@rushes/contract'
import { type FacetRange, listRangeBounds } from '@rushes/query'
import { writeRangeCounts } from '../../../counts/ranges.ts'
import type { Moment } from '../../../query/plan.ts'
import { toField } from '../fields.ts'
import { matchText, type NumberRange, type Parameters, toNumberRange } from '../query/parameters.ts'

/** The ranges by name. */
function listRanges(range: FacetRange, bounds: readonly number[]): Map<string, NumberRange> {
  const { lower, upper, edge, outer } = range.include
  const last = bounds.length - 1
  const [start, end] = [bounds[0]!, bounds[last]!]
  const ranges = new Map<string, NumberRange>()
  for (let index = 1; index <= last; index++) {
    ranges.set(String(index), {
      from: bounds[index - 1]!,
      to: bounds[index]!,
      withFrom: lower || (edge && index === 1),
      withTo: upper || (edge && index === last),
    })
  }
  const [hasFirst, hasLast] = [lower || edge, upper || edge]
  ranges.set('before', { to: start, withTo: outer || !hasFirst })
  ranges.set('after', { from: end, withFrom: outer || !hasLast })
  ranges.set('between', { from: start, to: end, withFrom: hasFirst, withTo: hasLast })
  return ranges
}

export function askRange(
  range: FacetRange,
  name: string,
  moment: Moment,
  parameters: Parameters,
): Record<string, unknown> {
  const field = toField('n', range.field)
  const facets = Array.from(listRanges(range, listRangeBounds(range, moment.ms, moment.zone)), ([part, numbers]) => {
    return [`${name}.${part}`, { type: 'query', q: matchText(parameters, field, toNumberRange(numbers)) }] as const
  })
  return Object.fromEntries(facets)
}

export function readRange(
  range: FacetRange,
  name: string,
  moment: Moment,
  answers: Readonly<Record<string, unknown>>,
): FacetRangeCounts {
  const count = (part: string | number) => (answers[`${name}.${part}`] as { count?: number } | undefined)?.count ?? 0
  return writeRangeCounts(range, listRangeBounds(range, moment.ms, moment.zone), count)
}
