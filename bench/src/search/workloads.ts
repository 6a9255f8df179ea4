/** What people ask of a search, as queries of the interface. */

import { makeText, toGenre, toTag } from '../tools/library.ts'
import type { Random } from '../tools/random.ts'

/** Where the queries look. */
export interface Ground {
  /** Ids of the productions, and of the clips and annotations of each: the largest first. */
  readonly productions: readonly {
    readonly prId: number
    readonly clipIds: readonly number[]
    readonly ids: readonly number[]
  }[]
}

export interface Workload {
  readonly name: string
  /** Path and query of a request. */
  readonly next: (random: Random, ground: Ground) => string
}

export const workloads: readonly Workload[] = [
  workload('a comments of a clip, by start', (random, { clipIds }) => ({
    fq: [`mediaObjectId:${clipIds[random.below(clipIds.length)]}`, 'funnel:ReviewComment'],
    rows: '100',
    sort: 'start asc',
  })),
  workload('b words and two filters, by score', random => ({
    q: makeText(random, 2),
    fq: ['funnel:ReviewComment', `customFields.genre:"${toGenre(random.zipf(50))}"`],
    sort: 'score desc',
  })),
  {
    name: 'ball words in all productions',
    next: random => `/an?${new URLSearchParams({ q: makeText(random, 2), fq: 'funnel:ReviewComment' })}`,
  },
  workload('c1 facet of 50 values', random => ({
    fq: ['funnel:ClipAnnotation', `-merged_tags:"${toTag(random.zipf(1000))}"`],
    rows: '0',
    'facet.field': ['customFields.genre'],
    'facet.mincount': '1',
  })),
  workload('c2 facet of 50 000 values', random => ({
    fq: ['funnel:ClipAnnotation', `-merged_tags:"${toTag(random.zipf(1000))}"`],
    rows: '0',
    'facet.field': ['merged_tags'],
    'facet.mincount': '1',
  })),
  workload('d2 pivot of two fields', random => ({
    fq: [`-merged_tags:"${toTag(random.zipf(1000))}"`],
    rows: '0',
    'facet.pivot': ['customFields.genre,funnel'],
    'facet.mincount': '1',
  })),
  workload('d3 pivot of three fields', random => ({
    fq: [`-merged_tags:"${toTag(random.zipf(1000))}"`],
    rows: '0',
    'facet.pivot': ['customFields.genre,customFields.place,funnel'],
    'facet.mincount': '1',
  })),
  workload('e subtitling status of clips', random => ({
    fq: [`subtitlingStatusLanguagePresetTags:(COMPLETED;${['en', 'nl', 'fr'][random.below(3)]};*)`],
  })),
  workload('f deep page', (random, { ids }) => ({
    sort: 'created asc',
    start: String(Math.floor(ids.length * (0.5 + random.next() / 2))),
    rows: '50',
  })),
  workload('g five hundred ids', (random, { ids }) => ({
    fq: [`id:(${Array.from({ length: 500 }, () => ids[random.below(ids.length)]).join(' ')})`],
    rows: '50',
  })),
  workload('h page of 50 and three facets', random => ({
    q: makeText(random, 1),
    rows: '50',
    'facet.field': ['customFields.genre', 'funnel', 'customFields.place'],
    'facet.mincount': '1',
    'facet.limit': '20',
  })),
]

type Parameters = Record<string, string | string[]>

/** One over a production, the large ones most often. */
function workload(
  name: string,
  toParameters: (random: Random, production: Ground['productions'][number]) => Parameters,
): Workload {
  return {
    name,
    next(random, { productions }) {
      const production = productions[random.zipf(productions.length)]!
      const query = new URLSearchParams()
      for (const [key, value] of Object.entries(toParameters(random, production))) {
        for (const text of [value].flat()) query.append(key, text)
      }
      return `/production/${production.prId}/an?${query}`
    },
  }
}
