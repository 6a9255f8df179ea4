/** What is asked of the index in memory, and what it answers: both go from thread to thread. */

import type { FacetFieldRequest, SearchRequest } from '@rushes/query'
import type { CountedPivot } from '../../../counts/pivots.ts'
import type { SearchScope } from '../../../documents/document.ts'
import { findColumn, presentField } from '../../../documents/schema.ts'
import { type Asked, type FoundDocument, maxAnswerDocuments } from '../../../engine.ts'
import type { Plan } from '../../../query/plan.ts'
import type { RankKey } from './answer/rank.ts'
import { heldKinds } from './memory-store.ts'

export interface Question {
  readonly scope: SearchScope
  readonly scopePlans: readonly Plan[]
  readonly query: Plan
  readonly filters: readonly Plan[]
  /** The plans of `facet.query`. */
  readonly counted: readonly Plan[]
  /** Empty: the most relevant first. */
  readonly order: readonly RankKey[]
  /** Whether results tell their scores. */
  readonly withScores: boolean
  readonly start: number
  readonly rows: number
  /** How much of what the page shows is read with it. */
  readonly maxBytes: number
  readonly fields: readonly FacetFieldRequest[]
  /** Names of the fields of each pivot. */
  readonly pivots: readonly (readonly string[])[]
}

/** Counted values of one field; `missing` where it was asked for. */
export interface FieldAnswer {
  readonly values: readonly { readonly name: string; readonly count: number }[]
  readonly missing: number | undefined
}

export interface Answer {
  readonly numFound: number
  readonly page: readonly FoundDocument[]
  /** What the first documents of the page show, as JSON; null for those that have gone. */
  readonly bodies: readonly (string | null)[]
  readonly counted: readonly number[]
  readonly fields: readonly FieldAnswer[]
  /** Undefined for one of too many combinations. */
  readonly pivots: readonly (CountedPivot | undefined)[]
}

/** Last document of a page that memory puts in order; beyond it the database has the better means. */
export const maxRanked = maxAnswerDocuments

/** The question that a search asks; undefined where only the database can answer. */
export function toQuestion(request: SearchRequest, asked: Asked, maxBytes: number): Question | undefined {
  const { scope, scopePlans, query, filters } = asked
  const { facets, fields, start, rows, cursorMark, grouping } = request
  // What is not held would seem not to be there.
  if ([scope.kind].flat().some(kind => !heldKinds.includes(kind))) return undefined
  if (grouping || cursorMark !== undefined || facets.ranges.length > 0 || start > maxRanked) return undefined
  if (scope.all !== true && scope.productionId === undefined && scope.productionIds === undefined) {
    if (scope.accountId === undefined) return undefined
  }
  // Combinations without a value are counted by the database.
  if (facets.pivots.some(({ levels }) => levels.some(level => level.missing))) return undefined
  const order: RankKey[] = []
  for (const { field, direction } of request.sort) {
    const by = field === 'score' ? field : findColumn(field)
    if (by === undefined) return undefined
    order.push({ by, direction })
  }
  const pivots = facets.pivots.map(({ levels }) => levels.map(level => level.name))
  const counted = asked.counted.map(({ plan }) => plan)
  const countedFields = [...facets.fields.map(field => field.name), ...pivots.flat()]
  if (countedFields.some(name => name === presentField || findColumn(name) !== undefined)) return undefined
  const withScores = fields.names.includes('score')
  const plans = { scopePlans, query, filters, counted }
  return { scope, ...plans, order, withScores, start, rows, maxBytes, fields: facets.fields, pivots }
}
