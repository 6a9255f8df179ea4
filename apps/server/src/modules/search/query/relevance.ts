/**
 * Relevance as a sum over the words that a query asks for, by BM25:
 *
 *     boost * idf * tf * (k1 + 1) / (tf + k1 * (1 - b + b * length / averageLength))
 *
 * How rare a word is, is counted among the documents found, so that what lies outside of the scope has no part in the order.
 */

import { type DictionaryMatch, isBlank, type Plan } from './plan.ts'

export const k1 = 1.2
export const b = 0.75
export const zeta2 = Math.PI ** 2 / 6

/** What adds to the score of a document that has it: a word (under a field, or anywhere), or whatever a plan asks. */
export type Part =
  | { readonly kind: 'word'; readonly field: string | undefined; readonly word: string; readonly boost: number }
  | { readonly kind: 'match'; readonly plan: Plan; readonly score: number }

/** What of a query counts for the order. */
export interface Relevance {
  readonly parts: readonly Part[]
}

/** Words beyond these do not count: the rest of a very long query changes little. */
const mostParts = 64

/** Whether a lookup stands for very many words. */
export type IsMany = (match: DictionaryMatch) => boolean

export function toRelevance(plan: Plan, isMany: IsMany): Relevance {
  return { parts: listParts(plan, isMany, 1).slice(0, mostParts) }
}

function listParts(plan: Plan, isMany: IsMany, boost: number): Part[] {
  switch (plan.kind) {
    case 'group':
      return [...plan.must, ...plan.should].flatMap(inner => listParts(inner, isMany, boost))
    case 'boost':
      return listParts(plan.inner, isMany, boost * plan.factor)
    case 'constantScore':
      return isBlank(plan.inner) ? [] : [{ kind: 'match', plan: plan.inner, score: plan.score * boost }]
    case 'words': {
      const { field, test } = plan
      // What stands for very many words says little, and is slow to ask once more.
      if (test.kind === 'lookup' && isMany(test.match)) return []
      // A word that is looked up scores the same wherever it is found.
      if (test.kind === 'lookup' || test.isPrefix) {
        return [{ kind: 'match', plan, score: boost }]
      }
      return test.words.map(word => ({
        kind: 'word',
        field,
        word,
        boost,
      }))
    }
    default:
      return []
  }
}

/** What a word that so many of the found documents hold is worth. */
export function weighWord(boost: number, found: number, documents: number): number {
  return boost * (1 + Math.log(1 + (found - documents + 0.5) / (documents + 0.5))) * (k1 + 1)
}

/** The average length that is reckoned with, in words. */
export function toAverageLength(length: number | null): number {
  return Math.max(length ?? 1, 1)
}

/** What a word that a document of this length holds so many times adds to its score. */
export function scoreWord(weight: number, times: number, length: number, averageLength: number): number {
  const tf = frequencies[Math.min(times, frequencies.length - 1)]!
  return (weight * tf) / (tf + k1 * (1 - b + (b * length) / averageLength))
}

/** By how many times a word occurs, what `ts_rank` gives back of it. */
export const frequencies = Array.from({ length: 256 }, (_, times) => {
  let rank = 0
  for (let j = 1; j <= times; j++) rank += 1 / j ** 2
  return times === 0 ? 0 : 1 / Math.max(zeta2 - Math.fround(rank / zeta2) * zeta2, 0.001) - 0.5
})
