/** The copy of the index that a process holds in memory; README.md says what it is. */

import type { SearchRequest } from '@rushes/query'
import { maxWholeBytes } from '../../../../../platform/flow/large-answers.ts'
import { type Asked, type Found, type SearchPlace, showsBodies } from '../../../engine.ts'
import { toFacets } from './counts/facets.ts'
import { askMemory } from './memory.ts'
import { toQuestion } from './question.ts'

export { type Memory, type MemoryOptions, type MemoryReport, reportMemory, startMemory } from './memory.ts'

/** What a search finds; undefined where the tables have to be asked. */
export async function findInColumns(
  place: SearchPlace,
  request: SearchRequest,
  asked: Asked,
): Promise<Found | undefined> {
  // Within a transaction a search sees what nobody else does yet.
  if (place.db.isTransaction) return undefined
  const question = toQuestion(request, asked, showsBodies(request) ? maxWholeBytes : 0)
  const answer = question && (await askMemory(place.platform, question))
  return answer && { ...answer, facets: toFacets(answer, request.facets) }
}
