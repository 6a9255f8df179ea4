/** Percentiles, and whether they are within what is promised. */

/** Milliseconds. */
export interface Percentiles {
  readonly p50: number
  readonly p99: number
}

export function toPercentiles(times: readonly number[]): Percentiles {
  const sorted = times.toSorted((a, b) => a - b)
  const at = (part: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN
  return { p50: at(0.5), p99: at(0.99) }
}

export function writePercentiles({ p50, p99 }: Percentiles): string {
  return `${p50.toFixed(1)} / ${p99.toFixed(1)}`
}

/** A search on Solr takes at most so many milliseconds at p99, or so many times what Solr takes when it is asked directly. */
export const maxSearchMs = 60
export const maxTimesDirect = 1.5
/** A change is found within so many milliseconds at p99. */
export const maxUntilFoundMs = 1_000

/** What Solr may take of a kind of search. */
export function toSearchLimit(direct: Percentiles): number {
  return Math.max(maxSearchMs, maxTimesDirect * direct.p99)
}

/** The figure beside its limit, and whether it is within it. */
export function judge({ p99 }: Percentiles, limitMs: number): string {
  return `${p99 <= limitMs ? 'met' : 'MISSED'}: ${p99.toFixed(1)} of ${limitMs.toFixed(1)}`
}
