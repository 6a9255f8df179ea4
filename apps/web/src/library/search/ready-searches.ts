import type { SavedSearchParameters } from '@rushes/contract'
import { user } from '../../frame/session.ts'
import { api } from '../../platform/reading/api.ts'
import { texts } from '../messages.ts'
import { addedThisWeek, waitingBegin } from './conditions.ts'
import { type SearchField, toQuery } from './typed-query.ts'
import { sorts } from './wanted.ts'

/** A search that everybody has. */
export interface ReadySearch {
  readonly name: string
  readonly parameters: SavedSearchParameters
}

/** What waits for the user, and what is new. */
export async function loadReadySearches(prId: number, signal: AbortSignal): Promise<readonly ReadySearch[]> {
  const waiting = `${waitingBegin}${[0, ...(await findMentioning(prId, signal))].join(' ')})`
  return [
    { name: texts('waitingForMe'), parameters: { fq: [waiting] } },
    { name: texts('addedThisWeek'), parameters: { fq: [addedThisWeek], sort: sorts.newest } },
  ]
}

/** As many clips are named in an address. */
const maxMentioning = 200

/** Clips with comments that mention the user and that nobody has resolved. */
async function findMentioning(prId: number, signal: AbortSignal): Promise<number[]> {
  const query = {
    fq: ['funnel:ReviewComment', `mentionIds:${user.value?.id}`, '-tags:resolved', '-deleted:*'],
    rows: 0,
    'facet.field': ['mediaObjectId'],
    'facet.mincount': 1,
    'facet.limit': maxMentioning,
  }
  const { facetFields } = await api.annotations.listAnnotations({ prId, query, signal })
  return (facetFields[0]?.values ?? []).map(({ name }) => Number(name)).sort((a, b) => a - b)
}

/** How many clips each of these searches finds, in their order; nothing of one that cannot be understood. */
export async function countSearches(
  prId: number,
  searches: readonly ReadySearch[],
  fields: readonly SearchField[],
  signal: AbortSignal,
): Promise<readonly (number | undefined)[]> {
  const counts = searches.map(({ parameters: { q, fq = [] } }) => {
    const query = { fq: [...fq], rows: 0, ...(q === undefined ? {} : { q: toQuery(q, fields) }) }
    return api.annotations.searchMediaObjects({ prId, query, signal })
  })
  const answers = await Promise.allSettled(counts)
  return answers.map(answer => (answer.status === 'fulfilled' ? answer.value.numFound : undefined))
}
