import { api } from '../../platform/reading/api.ts'
import { toSearch, type Wanted } from '../search/wanted.ts'

/** What all clips of a search come to. */
export interface Totals {
  readonly count: number
  readonly seconds: number
  readonly bytes: number
  readonly approved: number
  /** Clips without a description. */
  readonly undescribed: number
}

/** As many as one call gives of few fields. */
const rowsOfPage = 5000

/** Adds up all that is found: the search itself counts, but does not add. */
export async function sumFound(wanted: Wanted, signal: AbortSignal): Promise<Totals> {
  const search = toSearch(wanted)
  const query = { ...search, fq: [...search.fq, '-description:*'], rows: 0 }
  const [sums, { numFound }] = await Promise.all([
    addUp(wanted, signal),
    api.annotations.searchMediaObjects({ prId: wanted.prId, query, signal }),
  ])
  return { ...sums, undescribed: numFound }
}

async function addUp(wanted: Wanted, signal: AbortSignal): Promise<Omit<Totals, 'undescribed'>> {
  const search = toSearch(wanted)
  const sums = { seconds: 0, bytes: 0, approved: 0 }
  let count = 0
  for (let start = 0, isMore = true; isMore; start += rowsOfPage) {
    const fl = ['mediaObjectDurationSeconds,mediaObjectSize,reviewStatus']
    const query = { ...search, fl, start, rows: rowsOfPage }
    const { results, numFound } = await api.annotations.searchMediaObjects({ prId: wanted.prId, query, signal })
    for (const { mediaObjectDurationSeconds, mediaObjectSize, reviewStatus } of results) {
      sums.seconds += Number(mediaObjectDurationSeconds ?? 0)
      sums.bytes += Number(mediaObjectSize ?? 0)
      sums.approved += reviewStatus === 'APPROVED' ? 1 : 0
    }
    count = numFound
    isMore = results.length > 0 && start + results.length < numFound
  }
  return { ...sums, count }
}
