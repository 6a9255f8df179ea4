import type { FacetField, FacetPivotNode, SolrDocument } from '@rushes/contract'
import { api } from '../platform/api.ts'
import type { Stretch } from '../platform/pages-in-sight.ts'
import { toParameters, type Wanted } from './wanted.ts'

/** A clip as the library shows it. */
export interface FoundClip {
  readonly id: number
  /** Of its annotation, which collections hold and bulk calls name. */
  readonly annotationId: number
  readonly name: string
  readonly type: string
  readonly hasPoster: boolean
  readonly reviewStatus: string | undefined
  readonly created: number
  readonly frames: number
  readonly tags: readonly string[]
  /** Values of the fields that were asked for, as people read them. */
  readonly values: Readonly<Record<string, string>>
}

const usual = 'id,mediaObjectId,mediaObjectName,mediaObjectType,hasScreenshot,reviewStatus,created,end,tags'
const mostValues = 12

/** One stretch of what is found, each clip with these fields beside the usual ones. */
export async function searchClips(
  wanted: Wanted,
  columns: readonly string[],
  start: number,
  rows: number,
  signal: AbortSignal,
): Promise<Stretch<FoundClip>> {
  const query = { ...toParameters(wanted), fl: [usual, ...columns], start, rows }
  const found = await api.annotations.searchMediaObjects({ prId: wanted.prId, query, signal })
  return { total: found.numFound, items: found.results.map(document => toFoundClip(document, columns)) }
}

/** How often the values of these fields occur among what is wanted, the frequent ones first. */
export async function countValues(
  wanted: Wanted,
  fields: readonly string[],
  signal: AbortSignal,
): Promise<FacetField[]> {
  const counting = { rows: 0, 'facet.field': [...fields], 'facet.mincount': 1, 'facet.limit': mostValues }
  const query = { ...toParameters(wanted), ...counting }
  return (await api.annotations.searchMediaObjects({ prId: wanted.prId, query, signal })).facetFields
}

/** As many as one call gives of ids alone. */
const idsOfCall = 5000

/** Ids of clips, each with that of its annotation: those found from one place up to another. */
export async function listFoundIds(
  wanted: Wanted,
  first: number,
  end: number,
  signal: AbortSignal,
): Promise<[number, number][]> {
  const ids: [number, number][] = []
  while (first + ids.length < end) {
    const start = first + ids.length
    const query = { ...toParameters(wanted), fl: ['id,mediaObjectId'], start, rows: Math.min(idsOfCall, end - start) }
    const { results } = await api.annotations.searchMediaObjects({ prId: wanted.prId, query, signal })
    if (results.length === 0) break
    ids.push(...results.map(({ id, mediaObjectId }): [number, number] => [Number(mediaObjectId), Number(id)]))
  }
  return ids
}

/** How what is wanted divides by some fields, the next within each value of the one before. */
export async function countGroups(
  wanted: Wanted,
  fields: readonly string[],
  signal: AbortSignal,
): Promise<FacetPivotNode[]> {
  const pivot = fields.join(',')
  const query = {
    ...toParameters(wanted),
    rows: 0,
    'facet.pivot': [pivot],
    'facet.limit': 200,
    'facet.sort': 'index' as const,
    'facet.missing': true,
  }
  const { facetPivot } = await api.annotations.searchMediaObjects({ prId: wanted.prId, query, signal })
  // The shape leaves open what the levels below hold: the same again.
  return (facetPivot[pivot] ?? []) as FacetPivotNode[]
}

function toFoundClip(document: SolrDocument, columns: readonly string[]): FoundClip {
  const { id, mediaObjectId, mediaObjectName, mediaObjectType, hasScreenshot, reviewStatus, created, end, tags } =
    document
  return {
    id: Number(mediaObjectId),
    annotationId: Number(id),
    name: typeof mediaObjectName === 'string' ? mediaObjectName : '',
    type: typeof mediaObjectType === 'string' ? mediaObjectType : '',
    hasPoster: hasScreenshot === true,
    reviewStatus: typeof reviewStatus === 'string' ? reviewStatus : undefined,
    created: typeof created === 'number' ? created : Date.parse(String(created)),
    frames: Number(end ?? 0),
    tags: [tags ?? []].flat().map(String),
    values: Object.fromEntries(columns.map(name => [name, [document[name] ?? []].flat().join(', ')])),
  }
}
