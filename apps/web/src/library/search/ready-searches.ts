import type { SavedSearchParameters } from '@rushes/contract'
import type { IconName } from '../../design/icons.tsx'
import { user } from '../../frame/session.ts'
import { api } from '../../platform/reading/api.ts'
import { texts } from '../messages.ts'
import { addedThisWeek, toWaiting } from './conditions.ts'
import { type SearchField, toQuery } from './typed-query.ts'
import { everything, latestOnly, sorts } from './wanted.ts'

/** A search that everybody has. */
export interface ReadySearch {
  readonly name: string
  readonly parameters: SavedSearchParameters
  readonly icon: IconName
}

/** What waits for the user, and what is new. */
export function listReadySearches(): readonly ReadySearch[] {
  return [
    { name: texts('waitingForMe'), icon: 'inbox', parameters: { fq: [toWaiting(user.value?.id)] } },
    { name: texts('addedThisWeek'), icon: 'clock', parameters: { fq: [addedThisWeek], sort: sorts.newest } },
  ]
}

/** How many clips each of these searches finds, in their order; nothing of one that cannot be understood. */
export async function countSearches(
  prId: number,
  searches: readonly Pick<ReadySearch, 'parameters'>[],
  fields: readonly SearchField[],
  signal: AbortSignal,
): Promise<readonly (number | undefined)[]> {
  const counts = searches.map(({ parameters: { q, fq = [] } }) => {
    // As the list that it opens has them.
    const isOfWords = q !== undefined && q !== everything
    const query = {
      fq: isOfWords ? [...fq] : [...fq, latestOnly],
      rows: 0,
      ...(q === undefined ? {} : { q: toQuery(q, fields) }),
    }
    return api.annotations.searchMediaObjects({ prId, query, signal })
  })
  const answers = await Promise.allSettled(counts)
  return answers.map(answer => (answer.status === 'fulfilled' ? answer.value.numFound : undefined))
}
