import { api } from '../../platform/reading/api.ts'
import type { Stretch } from '../../platform/reading/pages-in-sight.ts'
import { toFilter } from '../search/conditions.ts'
import { toSearch, type Wanted } from '../search/wanted.ts'
import { type FoundClip, listFoundIds, searchClips } from './clip-search.ts'

/** Clips that have the same value of a field. */
export interface Group {
  /** Nothing for those without a value. */
  readonly value: string | null
  /** The place of its first clip among all that is found. */
  readonly first: number
  readonly count: number
}

/** What a search finds, group after group; within a group in the order of the search. */
export class GroupedSearch {
  readonly #wanted: Wanted
  readonly #field: string
  #listed: Promise<readonly Group[]> | undefined
  /** As they were listed last. */
  groups: readonly Group[] = []

  constructor(wanted: Wanted, field: string) {
    this.#wanted = wanted
    this.#field = field
  }

  async load(
    columns: readonly string[],
    start: number,
    rows: number,
    signal: AbortSignal,
  ): Promise<Stretch<FoundClip>> {
    const parts = await this.#divide(start, start + rows, signal)
    const found = await Promise.all(
      parts.map(({ wanted, from, to }) => searchClips(wanted, columns, from, to - from, signal)),
    )
    const last = this.groups.at(-1)
    return { total: last ? last.first + last.count : 0, items: found.flatMap(({ items }) => items) }
  }

  async listIds(first: number, end: number, signal: AbortSignal): Promise<[number, number][]> {
    const parts = await this.#divide(first, end, signal)
    const ids = await Promise.all(parts.map(({ wanted, from, to }) => listFoundIds(wanted, from, to, signal)))
    return ids.flat()
  }

  /** Has the groups counted again. */
  forget(): void {
    this.#listed = undefined
  }

  /** The searches that a stretch of what is found comes from. */
  async #divide(start: number, end: number, signal: AbortSignal) {
    this.#listed ??= this.#count(signal)
    const listed = this.#listed
    listed.catch(() => this.forget())
    this.groups = await listed
    return this.groups.flatMap(({ value, first, count }) => {
      const [from, to] = [Math.max(0, start - first), Math.min(count, end - first)]
      const filters = [...this.#wanted.filters, toFilter(this.#field, value)]
      return to > from ? [{ wanted: { ...this.#wanted, filters }, from, to }] : []
    })
  }

  async #count(signal: AbortSignal): Promise<readonly Group[]> {
    const query = {
      ...toSearch(this.#wanted),
      rows: 0,
      'facet.field': [this.#field],
      'facet.mincount': 1,
      'facet.limit': -1,
      'facet.missing': true,
    }
    const { facetFields } = await api.annotations.searchMediaObjects({ prId: this.#wanted.prId, query, signal })
    const values = (facetFields[0]?.values ?? []).filter(({ count }) => count > 0)
    let first = 0
    return values
      .toSorted((one, other) => compareValues(one.name, other.name))
      .map(({ name, count }) => {
        const group = { value: name, first, count }
        first += count
        return group
      })
  }
}

/** As people count and spell; what has no value comes last. */
function compareValues(one: string | null, other: string | null): number {
  if (one === null || other === null) return Number(one === null) - Number(other === null)
  return one.localeCompare(other, undefined, { numeric: true })
}
