/** What every engine of the search does. The language of queries is a plan by then, which both the engine and the answer read. */

import { malformed, type SearchResultList, ServiceError } from '@rushes/contract'
import type { SearchRequest } from '@rushes/query'
import type { Context } from '../../platform/context.ts'
import type { Database } from '../../platform/database/index.ts'
import type { ReadText } from '../../platform/flow/large-answers.ts'
import type { Services } from '../../platform/module.ts'
import type { SearchDocument, SearchScope } from './documents/document.ts'
import type { DocumentSources } from './documents/sources.ts'
import type { Change } from './indexing/changes.ts'
import type { Moment, Plan } from './query/plan.ts'

/** What a search asks, as plans. */
export interface Asked {
  readonly scope: SearchScope
  /** The part of the scope that is values of fields: all of these must hold. */
  readonly scopePlans: readonly Plan[]
  readonly query: Plan
  readonly filters: readonly Plan[]
  readonly counted: readonly { readonly text: string; readonly plan: Plan }[]
  /** What `NOW` is, and in which zone. */
  readonly moment: Moment
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

/** The search engine does not answer, or not in time; what was asked is to be tried again. */
export class SearchUnavailableError extends ServiceError {
  constructor(message: string, cause?: unknown) {
    super('UnavailableError', message, { retryAfterSeconds: 1 })
    this.cause = cause
  }
}

/** The engine has refused to write what a document says, and will again. */
export class DocumentRefusedError extends Error {
  override name = 'DocumentRefusedError'
}

/** What is written of documents at once. */
export interface DocumentBatch {
  /** Written whole, instead of those with the same ids; every id at most once. */
  readonly documents: readonly SearchDocument[]
  /** Resources whose documents are removed; those without one are passed over. */
  readonly gone: readonly Change[]
  /** Which turn of the index it is, where that was read in the same transaction. */
  readonly generation?: number | undefined
  /** Whether a rebuild writes them: they are found once that is done. Otherwise they are found at once, and after it. */
  readonly isOfRebuild?: boolean | undefined
}

/** Ids from the one to the other, both among them. */
export interface IdRange {
  readonly first: number
  readonly last: number
}

/** A rebuild as an engine prepares it. */
export interface RebuildTask {
  /** Whether the documents that are there are thrown away. */
  readonly isAnew: boolean
  /** How many there will be. */
  readonly documents: number
  /** So many or more, most of them missing, are written faster without indexes, which are made at the end. */
  readonly manyDocuments: number
}

/** What an engine finds wrong with its documents. */
export interface IndexFault {
  readonly reason: string
  /** Whether what is there must not be shown any more. */
  readonly isAnew: boolean
}

/** How an engine takes part in rebuilds of all documents: each within a transaction that holds the lock for it. */
export interface IndexUpkeep {
  /** What is wrong with the index, as far as that is seen without reading all of it; undefined for nothing. */
  findFault(db: Database, sources: DocumentSources, mayBeEmpty: boolean): Promise<IndexFault | undefined>
  /** Before the first document is written, with the rebuild noted; answers how many steps there are to take once the last one is. */
  prepare(db: Database, task: RebuildTask): Promise<number>
  /** Takes one of these steps, if all documents are written; answers whether there was one. */
  takeLastStep(db: Database): Promise<boolean>
  /** How many documents there are of each kind. */
  countKinds(db: Database): Promise<ReadonlyMap<string, number>>
  /** Removes the documents of a range that no resource stands behind, where those of before a rebuild are kept. */
  removeOrphans(db: Database, sources: DocumentSources, range: IdRange): Promise<void>
  /** Finds what rebuilds have left behind; what it gives removes that, once the transaction is over. */
  findLeftovers(db: Database): Promise<() => Promise<void>>
  /** Finds what of leftovers is still there after they are gone, at a start; what it gives removes that, without a lock. */
  findStrays?(): Promise<() => Promise<void>>
  /** Lists as changed what the engine has taken and lost since, if it can lose anything without the database; answers how many. */
  settle(db: Database): Promise<number>
}

/** Where an engine searches: the database, and what the module has; a `Context` is one. */
export interface SearchPlace {
  readonly db: Database
  readonly platform: { readonly services: Pick<Services, 'search'> }
}

export interface SearchEngine {
  /** Whose documents they are that notes about the index speak of. */
  readonly name: string
  /**
   * Writes documents within the transaction that holds the lock for writing. What it gives is to be called once that is
   * committed; where it is not, the same is applied again.
   */
  apply(db: Database, batch: DocumentBatch): Promise<() => void>
  /** Has searches find what was applied in the same transaction, which is not committed before. */
  publish(db: Database): Promise<void>
  readonly upkeep: IndexUpkeep
  /**
   * Finds the documents of a scope, and none outside it. Reads no more of what they show than an answer holds whole. Throws
   * a `BadRequestError` for an order by a field that does not exist and for a page of too many documents.
   */
  find(place: SearchPlace, request: SearchRequest, asked: Asked): Promise<Found>
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
