import { signal } from '@preact/signals'
import { tellError } from '../../design/floating/toasts.tsx'
import { PagesInSight, usePagesInSight } from '../../platform/reading/pages-in-sight.ts'
import { isInOrder, type Wanted } from '../search/wanted.ts'
import { dropFound, withChanges } from '../writes/shown-changes.ts'
import { type FoundClip, listFoundIds, searchClips } from './clip-search.ts'
import { CollectionOrder } from './collection-order.ts'
import { type Group, GroupedSearch } from './grouped-search.ts'

/** What a search finds, page by page as it comes into sight. */
export class FoundClips extends PagesInSight<FoundClip> {
  /** Rises when what is found has changed. */
  readonly renewals = signal(0)
  readonly #wanted: Wanted
  /** Of a collection that is shown in its own order. */
  readonly order: CollectionOrder | undefined
  readonly #grouped: GroupedSearch | undefined

  constructor(wanted: Wanted, columns: readonly string[]) {
    const order = isInOrder(wanted) ? new CollectionOrder(wanted, wanted.collection ?? 0) : undefined
    const grouped = !order && wanted.group !== undefined ? new GroupedSearch(wanted, wanted.group) : undefined
    super((start, rows, signal) =>
      order
        ? order.load(columns, start, rows, signal)
        : grouped
          ? grouped.load(columns, start, rows, signal)
          : searchClips(wanted, columns, start, rows, signal),
    )
    this.#wanted = wanted
    this.order = order
    this.#grouped = grouped
  }

  /** The groups that what is found is divided into; nothing where it is not. */
  get groups(): readonly Group[] | undefined {
    return this.#grouped?.groups
  }

  override get(index: number): FoundClip | undefined {
    const clip = super.get(index)
    return clip && withChanges(clip)
  }

  override *listKnown(): Generator<[index: number, clip: FoundClip]> {
    for (const [index, clip] of super.listKnown()) yield [index, withChanges(clip)]
  }

  /** Ids of the clips from one place up to another, whether they have been in sight or not. */
  listIds(first: number, end: number): Promise<[number, number][]> {
    if (this.order) return this.order.listIds(first, end, this.signal)
    const known: [number, number][] = []
    for (let index = first; index < end; index += 1) {
      const clip = this.get(index)
      if (!clip && this.#grouped) return this.#grouped.listIds(first, end, this.signal)
      if (!clip) return listFoundIds(this.#wanted, first, end, this.signal)
      known.push([clip.id, clip.annotationId])
    }
    return Promise.resolve(known)
  }

  /** The place of a clip, where that is known. */
  indexOf(id: number): number | undefined {
    for (const [index, clip] of this.listKnown()) if (clip.id === id) return index
    return undefined
  }

  /** A clip by its id, where that is known. */
  find(id: number): FoundClip | undefined {
    const index = this.indexOf(id)
    return index === undefined ? undefined : this.get(index)
  }

  override reload(): void {
    this.order?.forget()
    this.#grouped?.forget()
    super.reload()
    this.renewals.value += 1
  }

  protected override tellAnswered(since: number): void {
    dropFound(since)
  }

  protected override tellFailure(error: unknown): void {
    super.tellFailure(error)
    // Clips that were found before stay in sight: the failure is shown next to them.
    if (this.total.value) tellError(error)
    this.total.value ??= 0
  }
}

/** The results of a search for as long as it is wanted. */
export function useFoundClips(wanted: Wanted, columns: readonly string[]): FoundClips {
  return usePagesInSight(() => new FoundClips(wanted, columns), [JSON.stringify([wanted, columns])])
}
