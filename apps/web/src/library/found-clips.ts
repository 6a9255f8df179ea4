import { signal } from '@preact/signals'
import { tellError } from '../design/toasts.tsx'
import { PagesInSight, usePagesInSight } from '../platform/pages-in-sight.ts'
import { type FoundClip, listFoundIds, searchClips } from './clip-search.ts'
import type { Wanted } from './wanted.ts'

/** What a search finds, page by page as it comes into sight. */
export class FoundClips extends PagesInSight<FoundClip> {
  /** Rises when what is found has changed. */
  readonly renewals = signal(0)
  readonly #wanted: Wanted

  constructor(wanted: Wanted, columns: readonly string[]) {
    super((start, rows, signal) => searchClips(wanted, columns, start, rows, signal))
    this.#wanted = wanted
  }

  /** Ids of the clips from one place up to another, whether they have been in sight or not. */
  listIds(first: number, end: number): Promise<[number, number][]> {
    return listFoundIds(this.#wanted, first, end, this.signal)
  }

  override reload(): void {
    super.reload()
    this.renewals.value += 1
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
