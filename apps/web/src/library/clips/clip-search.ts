import type { FacetField, SolrDocument } from '@rushes/contract'
import { api } from '../../platform/reading/api.ts'
import type { Stretch } from '../../platform/reading/pages-in-sight.ts'
import type { FrameFormat } from '../../player/frames.ts'
import { withoutFields } from '../search/conditions.ts'
import { latestOnly, toSearch, type Wanted } from '../search/wanted.ts'

/** A clip among the versions of one: in the collection that is their stack. */
export interface ClipVersion {
  readonly stackId: number
  readonly number: number
  readonly count: number
}

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
  readonly format: FrameFormat | undefined
  readonly durationSeconds: number | undefined
  /** Width and height in pixels: `1920x1080`. */
  readonly resolution: string | undefined
  readonly size: number | undefined
  readonly codec: string | undefined
  readonly channels: number | undefined
  readonly samplingFrequency: number | undefined
  /** From its beginning to its end, as hexadecimal digits. */
  readonly loudness: string | undefined
  readonly tags: readonly string[]
  /** Stars from 1 to 5; 0 without any. */
  readonly rating: number
  readonly description: string
  readonly language: string
  /** Ids of the collections that it is in. */
  readonly collections: readonly number[]
  /** Which of the versions of one clip it is, the first being 1; nothing where it is the only one. */
  readonly version: ClipVersion | undefined
  /** Comments that nobody has resolved yet. */
  readonly openComments: number
  /** Values of the fields that were asked for, as people read them. */
  readonly values: Readonly<Record<string, string>>
}

const usual =
  'id,mediaObject*,hasScreenshot,reviewStatus,rating,created,end,tags,description,language,attachedEditorialObjectId,versionStackId,versionNumber,versionCount'
const mostValues = 100

/** One stretch of what is found, each clip with these fields in addition to the usual ones. */
export async function searchClips(
  wanted: Wanted,
  columns: readonly string[],
  start: number,
  rows: number,
  signal: AbortSignal,
): Promise<Stretch<FoundClip>> {
  const query = { ...toSearch(wanted), fl: [usual, ...columns], start, rows }
  const found = await api.annotations.searchMediaObjects({ prId: wanted.prId, query, signal })
  const ids = found.results.map(({ mediaObjectId }) => Number(mediaObjectId))
  const open = await countOpenComments(wanted.prId, ids, signal)
  return { total: found.numFound, items: found.results.map(document => toFoundClip(document, columns, open)) }
}

/** Ids that one call can name in its address. */
const idsOfCall = 500

/** Clips by their ids; those that are gone are left out. */
export async function readClips(
  prId: number,
  ids: readonly number[],
  columns: readonly string[],
  signal: AbortSignal,
): Promise<FoundClip[]> {
  const clips: FoundClip[] = []
  for (let start = 0; start < ids.length; start += idsOfCall) {
    const named = ids.slice(start, start + idsOfCall)
    const query = { fq: [`mediaObjectId:(${named.join(' ')})`], fl: [usual, ...columns], rows: named.length }
    const { results } = await api.annotations.searchMediaObjects({ prId, query, signal })
    clips.push(...results.map(document => toFoundClip(document, columns, new Map())))
  }
  return clips
}

/** The tag of comments that somebody has dealt with. The page of a clip names it with all else that comments need. */
const resolvedTag = 'resolved'

/** How many comments of these clips wait for somebody, by the id of the clip: one call for all. */
export async function countOpenComments(
  prId: number,
  ids: readonly number[],
  signal: AbortSignal,
): Promise<ReadonlyMap<number, number>> {
  if (ids.length === 0) return new Map()
  const query = {
    fq: [
      `mediaObjectId:(${ids.join(' ')})`,
      'funnel:ReviewComment',
      `-tags:${resolvedTag}`,
      '-relatedToId:*',
      '-deleted:*',
    ],
    rows: 0,
    'facet.field': ['mediaObjectId'],
    'facet.mincount': 1,
    'facet.limit': ids.length,
  }
  const { facetFields } = await api.annotations.listAnnotations({ prId, query, signal })
  return new Map((facetFields[0]?.values ?? []).map(({ name, count }) => [Number(name), count]))
}

/** How often the values of these fields occur among what is wanted, the frequent ones first. */
export async function countValues(
  wanted: Wanted,
  fields: readonly string[],
  signal: AbortSignal,
): Promise<FacetField[]> {
  const count = async (filters: readonly string[], counted: readonly string[]) => {
    const query = {
      ...toSearch({ ...wanted, filters }),
      rows: 0,
      'facet.field': [...counted],
      'facet.mincount': 1,
      'facet.limit': mostValues,
      'facet.missing': true,
    }
    return (await api.annotations.searchMediaObjects({ prId: wanted.prId, query, signal })).facetFields
  }
  // Of a field that narrows the search, the other values that it may have are counted too.
  const isNarrowed = (field: string) => withoutFields(wanted.filters, [field]).length < wanted.filters.length
  const [narrowed, others] = [fields.filter(isNarrowed), fields.filter(field => !isNarrowed(field))]
  const counts = await Promise.all([
    others.length > 0 ? count(wanted.filters, others) : [],
    ...narrowed.map(field => count(withoutFields(wanted.filters, [field]), [field])),
  ])
  const byName = new Map(counts.flat().map(counted => [counted.name, counted]))
  // The search names fields in normal form C.
  return fields.flatMap(name => {
    const counted = byName.get(name.normalize('NFC'))
    return counted ? [{ ...counted, name }] : []
  })
}

/** How many clips the collections of a production have, by their ids, and how many there are in all. */
export async function countCollections(prId: number, signal: AbortSignal) {
  const query = {
    fq: [latestOnly],
    rows: 0,
    'facet.field': ['attachedEditorialObjectId'],
    'facet.mincount': 1,
    'facet.limit': -1,
  }
  const { numFound, facetFields } = await api.annotations.searchMediaObjects({ prId, query, signal })
  return {
    total: numFound,
    byId: new Map((facetFields[0]?.values ?? []).map(({ name, count }) => [Number(name), count])),
  }
}

/** As many as one call gives of ids alone. */
const idsOfPage = 5000

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
    const query = { ...toSearch(wanted), fl: ['id,mediaObjectId'], start, rows: Math.min(idsOfPage, end - start) }
    const { results } = await api.annotations.searchMediaObjects({ prId: wanted.prId, query, signal })
    if (results.length === 0) break
    ids.push(...results.map(({ id, mediaObjectId }): [number, number] => [Number(mediaObjectId), Number(id)]))
  }
  return ids
}

function toFoundClip(document: SolrDocument, columns: readonly string[], open: ReadonlyMap<number, number>): FoundClip {
  const text = (name: string) => (typeof document[name] === 'string' ? document[name] : undefined)
  const number = (name: string) => (typeof document[name] === 'number' ? document[name] : undefined)
  const { created, mediaObjectSampleRate } = document
  const id = Number(document.mediaObjectId)
  return {
    id,
    annotationId: Number(document.id),
    name: text('mediaObjectName') ?? '',
    type: text('mediaObjectType') ?? '',
    hasPoster: document.hasScreenshot === true,
    reviewStatus: text('reviewStatus'),
    created: typeof created === 'number' ? created : Date.parse(String(created)),
    frames: number('end') ?? 0,
    format: toFormat(mediaObjectSampleRate, number('mediaObjectTimecodeFrames')),
    durationSeconds: number('mediaObjectDurationSeconds'),
    resolution: text('mediaObjectResolution'),
    size: number('mediaObjectSize'),
    codec: text('mediaObjectCodec'),
    channels: number('mediaObjectChannels'),
    samplingFrequency: number('mediaObjectSamplingFrequency'),
    loudness: text('mediaObjectLoudness'),
    tags: [document.tags ?? []].flat().map(String),
    rating: number('rating') ?? 0,
    description: text('description') ?? '',
    language: text('language') ?? '',
    collections: [document.attachedEditorialObjectId ?? []].flat().map(Number),
    version: toVersion(number('versionStackId'), number('versionNumber'), number('versionCount')),
    openComments: open.get(id) ?? 0,
    values: Object.fromEntries(columns.map(name => [name, [document[name.normalize('NFC')] ?? []].flat().join(', ')])),
  }
}

function toVersion(stackId: number | undefined, number = 1, count = 1): ClipVersion | undefined {
  return stackId === undefined ? undefined : { stackId, number, count }
}

function toFormat(given: unknown, startTimecode = 0): FrameFormat | undefined {
  const { numerator, denumerator, drop_frame } = Object(given) as Record<string, unknown>
  if (typeof numerator !== 'number' || typeof denumerator !== 'number') return undefined
  return { rate: { num: numerator, den: denumerator }, dropFrame: drop_frame === true, startTimecode }
}
