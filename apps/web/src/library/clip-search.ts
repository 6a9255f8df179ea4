import type { FacetField, SolrDocument } from '@rushes/contract'
import { api } from '../platform/api.ts'

/** What is looked for, as it stands in the address of the page. */
export interface Wanted {
  readonly prId: number
  readonly q: string
  readonly sort: SortKey
  readonly collection: number | undefined
  /** Chosen values of facets, by field. */
  readonly chosen: Readonly<Record<string, string>>
}

export const sorts = {
  newest: 'created desc,id desc',
  oldest: 'created asc,id asc',
  byName: 'mediaObjectName asc,id asc',
  byScore: 'score desc,id desc',
} as const
export type SortKey = keyof typeof sorts

/** Fields that the page offers as filters. */
export const facets = ['reviewStatus', 'mediaObjectType', 'language', 'merged_tags'] as const
export type FacetName = (typeof facets)[number]

/** A clip as the library shows it. */
export interface FoundClip {
  readonly id: number
  /** Of its annotation, which collections hold and bulk calls name. */
  readonly annotationId: number
  readonly name: string
  readonly type: string
  readonly reviewStatus: string | undefined
  readonly created: number
  readonly frames: number
}

export interface ClipPage {
  readonly total: number
  readonly clips: readonly FoundClip[]
  readonly facets: readonly FacetField[]
}

/** One stretch of what is found; facets are counted with the first. */
export async function searchClips(wanted: Wanted, start: number, rows: number, signal: AbortSignal): Promise<ClipPage> {
  const query = {
    q: wanted.q === '' ? '*:*' : wanted.q,
    fq: toFilters(wanted),
    sort: sorts[wanted.sort],
    start,
    rows,
    ...(start === 0 ? { 'facet.field': [...facets], 'facet.mincount': 1, 'facet.limit': 12 } : {}),
  }
  const found = await api.annotations.searchMediaObjects({ prId: wanted.prId, query, signal })
  return { total: found.numFound, clips: found.results.map(toFoundClip), facets: found.facetFields }
}

function toFilters({ collection, chosen }: Wanted): string[] {
  const filters = Object.entries(chosen).map(([field, value]) => `${field}:${quote(value)}`)
  if (collection !== undefined) filters.push(`attachedEditorialObjectId:${collection}`)
  return filters
}

function quote(value: string): string {
  return `"${value.replaceAll(/["\\]/g, '\\$&')}"`
}

function toFoundClip(document: SolrDocument): FoundClip {
  const { id, mediaObjectId, mediaObjectName, mediaObjectType, reviewStatus, created, end } = document
  return {
    id: Number(mediaObjectId),
    annotationId: Number(id),
    name: typeof mediaObjectName === 'string' ? mediaObjectName : '',
    type: typeof mediaObjectType === 'string' ? mediaObjectType : '',
    reviewStatus: typeof reviewStatus === 'string' ? reviewStatus : undefined,
    created: typeof created === 'number' ? created : Date.parse(String(created)),
    frames: Number(end ?? 0),
  }
}
