import { signal } from '@preact/signals'
import { tellError } from '../../design/floating/toasts.tsx'
import { PagesInSight, usePagesInSight } from '../../platform/reading/pages-in-sight.ts'
import { isInOrder, type Wanted } from '../search/wanted.ts'
import { dropFound, withChanges } from '../writes/shown-changes.ts'
import { type FoundClip, listFoundIds, searchClips } from './clip-search.ts'
import type { CollectionOrder } from './collection-order.ts'
import type { Group, GroupedSearch } from './grouped-search.ts'

/** What puts clips in an order that the search does not know; nothing for most searches, and until it is loaded. */
interface Arranged {
  order?: CollectionOrder
  grouped?: GroupedSearch
}

async function arrange(arranged: Arranged, wanted: Wanted): Promise<CollectionOrder | GroupedSearch | undefined> {
  if (isInOrder(wanted)) {
    const { CollectionOrder } = await import('./collection-order.ts')
    arranged.order ??= new CollectionOrder(wanted, wanted.collection ?? 0)
  } else if (wanted.group !== undefined) {
    const { GroupedSearch } = await import('./grouped-search.ts')
    arranged.grouped ??= new GroupedSearch(wanted, wanted.group)
  }
  return arranged.order ?? arranged.grouped
}

/** What a search finds, page by page as it comes into sight. */
export class FoundClips extends PagesInSight<FoundClip> {
  /** Rises when what is found has changed. */
  readonly renewals = signal(0)
  readonly #wanted: Wanted
  readonly #arranged: Arranged

  constructor(wanted: Wanted, columns: readonly string[]) {
    const arranged: Arranged = {}
    super(async (start, rows, signal) => {
      const own = await arrange(arranged, wanted)
      return own ? own.load(columns, start, rows, signal) : searchClips(wanted, columns, start, rows, signal)
    })
    this.#wanted = wanted
    this.#arranged = arranged
  }

  /** Of a collection that is shown in its own order. */
  get order(): CollectionOrder | undefined {
    return this.#arranged.order
  }

  /** The groups that what is found is divided into; nothing where it is not. */
  get groups(): readonly Group[] | undefined {
    return this.#arranged.grouped?.groups
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
    const { order, grouped } = this.#arranged
    if (order) return order.listIds(first, end, this.signal)
    const known: [number, number][] = []
    for (let index = first; index < end; index += 1) {
      const clip = this.get(index)
      if (!clip && grouped) return grouped.listIds(first, end, this.signal)
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
    this.#arranged.grouped?.forget()
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
