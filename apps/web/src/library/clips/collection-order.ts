import type { Stretch } from '../../platform/reading/pages-in-sight.ts'
import { olderOnly, type Wanted } from '../search/wanted.ts'
import { countOpenComments, type FoundClip, listFoundIds, readClips } from './clip-search.ts'
import { type Entry, listEntries } from './entries.ts'

interface Listed {
  /** All that the collection holds. */
  readonly entries: readonly Entry[]
  /** Clips of it that are found, each with the id of its annotation. */
  readonly found: readonly [id: number, annotationId: number][]
}

/** The clips of a collection in its own order, which the search does not know. */
export class CollectionOrder {
  readonly #wanted: Wanted
  readonly #id: number
  #listed: Promise<Listed> | undefined

  constructor(wanted: Wanted, id: number) {
    this.#wanted = wanted
    this.#id = id
  }

  async load(
    columns: readonly string[],
    start: number,
    rows: number,
    signal: AbortSignal,
  ): Promise<Stretch<FoundClip>> {
    const { found } = await this.#list(signal)
    const ids = found.slice(start, start + rows).map(([id]) => id)
    return { total: found.length, items: await searchByIds(this.#wanted.prId, ids, columns, signal) }
  }

  async listIds(first: number, end: number, signal: AbortSignal): Promise<[number, number][]> {
    return (await this.#list(signal)).found.slice(first, end)
  }

  /** Ids of the annotations that the collection holds, in its order. */
  async listAnnotations(signal: AbortSignal): Promise<number[]> {
    return (await this.#list(signal)).entries.map(({ annotationId }) => annotationId)
  }

  /** Puts the annotations in this order, until it is listed again: what is done next is done to what is shown. */
  arrange(annotations: readonly number[]): void {
    const place = new Map(annotations.map((id, index) => [id, index]))
    const at = (annotationId: number) => place.get(annotationId) ?? annotations.length
    this.#listed = this.#listed?.then(({ entries, found }) => ({
      entries: entries.toSorted((a, b) => at(a.annotationId) - at(b.annotationId)),
      found: found.toSorted(([, a], [, b]) => at(a) - at(b)),
    }))
  }

  /** Has it listed again. */
  forget(): void {
    this.#listed = undefined
  }

  #list(signal: AbortSignal): Promise<Listed> {
    const listed = this.#listed ?? this.#load(signal)
    this.#listed = listed
    listed.catch(() => this.forget())
    return listed
  }

  async #load(signal: AbortSignal): Promise<Listed> {
    const { prId, q, filters, hasOlder } = this.#wanted
    const isNarrowed = q !== '' || filters.length > 0
    const find = async (wanted: Wanted) =>
      new Set((await listFoundIds(wanted, 0, Number.POSITIVE_INFINITY, signal)).map(([id]) => id))
    const older = { ...this.#wanted, filters: [olderOnly], hasOlder: true }
    const [entries, wanted, left] = await Promise.all([
      listEntries(prId, this.#id),
      isNarrowed ? find(this.#wanted) : undefined,
      isNarrowed || hasOlder ? undefined : find(older),
    ])
    const isShown = (id: number) => wanted?.has(id) !== false && left?.has(id) !== true
    const found = entries.flatMap(({ moId, annotationId }): [number, number][] =>
      moId === undefined || !isShown(moId) ? [] : [[moId, annotationId]],
    )
    return { entries, found }
  }
}

/** Clips by their ids, in the order of these, as the library shows them. */
async function searchByIds(
  prId: number,
  ids: readonly number[],
  columns: readonly string[],
  signal: AbortSignal,
): Promise<FoundClip[]> {
  const [clips, open] = await Promise.all([readClips(prId, ids, columns, signal), countOpenComments(prId, ids, signal)])
  const byId = new Map(clips.map(clip => [clip.id, { ...clip, openComments: open.get(clip.id) ?? 0 }]))
  return ids.flatMap(id => byId.get(id) ?? [])
}
