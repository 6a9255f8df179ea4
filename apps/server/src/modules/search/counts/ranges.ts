import type { FacetRangeCounts } from '@rushes/contract'
import type { FacetRange, RangeOther } from '@rushes/query'

/** What is shown of ranges; `count` gives the documents of each, from 1 on, and of what lies beside them. */
export function writeRangeCounts(
  range: FacetRange,
  bounds: readonly number[],
  count: (part: number | RangeOther) => number,
): FacetRangeCounts {
  const isDate = typeof range.start !== 'number'
  const write = (bound: number) => (isDate ? new Date(bound).toISOString() : String(bound))
  const last = bounds.length - 1
  const ranges = bounds.slice(0, last).map((bound, index) => ({ value: write(bound), count: count(index + 1) }))
  return {
    name: range.field,
    start: isDate ? write(bounds[0]!) : bounds[0]!,
    end: isDate ? write(bounds[last]!) : bounds[last]!,
    gap: typeof range.gap === 'number' ? range.gap : range.gapText,
    counts: ranges.filter(({ count }) => count >= range.minCount),
    ...Object.fromEntries(range.others.map(other => [other, count(other)])),
  }
}
