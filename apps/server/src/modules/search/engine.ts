/** What every engine of the search does. The language of queries is a plan by then, which both the engine and the answer read. */

import { malformed, type SearchResultList, type ServiceError } from '@rushes/contract'
import type { SearchRequest } from '@rushes/query'
import type { Context } from '../../platform/context.ts'
import type { ReadText } from '../../platform/flow/large-answers.ts'
import type { SearchScope } from './documents/document.ts'
import type { Plan } from './query/plan.ts'

/** What a search asks, as plans. */
export interface Asked {
  readonly scope: SearchScope
  /** The part of the scope that is values of fields: all of these must hold. */
  readonly scopePlans: readonly Plan[]
  readonly query: Plan
  readonly filters: readonly Plan[]
  readonly counted: readonly { readonly text: string; readonly plan: Plan }[]
  /** What `NOW` is. */
  readonly nowMs: number
}

/** A document of a page, before it is read. */
export interface FoundDocument {
  readonly id: number
  readonly score: number | null
}

/** What was found, put together by one field. */
export interface FoundGroups {
  readonly name: string
  readonly matches: number
  readonly ngroups?: number
  readonly groups: readonly {
    readonly value: string | null
    readonly found: number
    readonly documents: readonly FoundDocument[]
  }[]
}

/** The facets of an answer. */
export type Facets = Pick<SearchResultList, 'facetFields' | 'facetPivot' | 'facetQuery' | 'facetRanges'>

/** What a search finds. */
export interface Found {
  readonly numFound: number
  readonly page: readonly FoundDocument[]
  readonly groups?: readonly FoundGroups[] | undefined
  /** What the first of the documents show, as JSON, those of groups after those of the page; null for those that have gone. */
  readonly bodies: readonly (string | null)[]
  readonly nextCursorMark?: string
  readonly facets: Facets
}

export interface SearchEngine {
  /**
   * Finds the documents of a scope, and none outside it. Reads no more of what they show than an answer holds whole. Throws
   * a `BadRequestError` for an order by a field that does not exist and for a page of too many documents.
   */
  find(ctx: Context, request: SearchRequest, asked: Asked): Promise<Found>
  /** What documents show, as JSON, in the order of the ids, some at a time; those that have gone are left out. */
  readBodies(ctx: Context, ids: readonly number[]): AsyncIterable<readonly ReadText[]>
}

/** Documents that one answer holds at most. `rows` may be any number: an answer is never shortened below what was found. */
export const maxAnswerDocuments = 100_000

/** The refusal of an answer that would hold more. */
export function tooManyDocuments(numFound: number): ServiceError {
  const limit = `an answer holds at most ${maxAnswerDocuments}`
  return malformed('rows', `${numFound} documents were found, and ${limit}; ask for fewer rows, or use cursorMark`)
}

/** Each document of a page and its groups once. */
export function listFoundIds({ page, groups = [] }: Pick<Found, 'page' | 'groups'>): number[] {
  if (groups.length === 0) return page.map(({ id }) => id)
  const grouped = groups.flatMap(({ groups }) => groups.flatMap(({ documents }) => documents))
  return [...new Set([...page, ...grouped].map(({ id }) => id))]
}

/** Whether documents have to be read to be shown: an id and a score are known. */
export function showsBodies({ fields, highlighting }: SearchRequest): boolean {
  if (fields.all || fields.globs.length > 0 || highlighting !== undefined) return true
  return fields.names.some(name => name !== 'id' && name !== 'score')
}
