/**
 * Relevance as a sum over the words that a query asks for, by BM25:
 *
 *     boost * idf * tf * (k1 + 1) / (tf + k1 * (1 - b + b * length / averageLength))
 *
 * `ts_rank` of one word with equal weights is 6/π² times the sum of 1/j² for j up to tf, which gives tf back. How rare a
 * word is, is counted among the documents found, so that what lies outside of the scope has no part in the order.
 */

import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../../../../platform/database/index.ts'
import { inField, quoteWord } from '../../../documents/words.ts'
import type { Plan } from '../../../query/plan.ts'
import { type Condition, isBlank, toCondition } from './conditions.ts'
import type { Meanings } from './lookups.ts'

const k1 = 1.2
const b = 0.75
const zeta2 = Math.PI ** 2 / 6

type Score = RawBuilder<number>

/** What adds to the score of a document that has it: an entry of its words, or whatever a plan asks. */
export type Part =
  | { readonly kind: 'word'; readonly word: string; readonly boost: number }
  | { readonly kind: 'match'; readonly plan: Plan; readonly score: number }

/** What of a query counts for the order. */
export interface Relevance {
  readonly parts: readonly Part[]
}

/** Words beyond these do not count: the rest of a very long query changes little. */
const mostParts = 64

export function toRelevance(plan: Plan, meanings: Meanings): Relevance {
  return { parts: listParts(plan, meanings, 1).slice(0, mostParts) }
}

function listParts(plan: Plan, meanings: Meanings, boost: number): Part[] {
  switch (plan.kind) {
    case 'group':
      return [...plan.must, ...plan.should].flatMap(inner => listParts(inner, meanings, boost))
    case 'boost':
      return listParts(plan.inner, meanings, boost * plan.factor)
    case 'constantScore':
      return isBlank(plan.inner) ? [] : [{ kind: 'match', plan: plan.inner, score: plan.score * boost }]
    case 'words': {
      const { field, test } = plan
      // What stands for very many words says little, and is slow to ask once more.
      if (test.kind === 'lookup' && meanings.words.get(test.match) === 'many') return []
      // A word that is looked up scores the same wherever it is found.
      if (test.kind === 'lookup' || test.isPrefix) {
        return [{ kind: 'match', plan, score: boost }]
      }
      return test.words.map(word => ({
        kind: 'word',
        word: inField(field, word),
        boost,
      }))
    }
    default:
      return []
  }
}

/** The score of each found document `d`, and how many documents were found. */
export async function weighScore(
  db: Database,
  found: readonly Condition[],
  { parts }: Relevance,
  meanings: Meanings,
): Promise<{ score: Score; numFound: number }> {
  const counts = parts.map(part =>
    part.kind === 'word' ? sql`count(*) filter (where d.words @@ ${quoteWord(part.word)}::tsquery)` : sql`0`,
  )
  const { rows } = await sql<{ found: number; length: number | null; counts: number[] }>`
    select count(*) as found, avg(d.word_count)::float8 as length, array[${sql.join(counts)}]::bigint[] as counts
    from search_document d where ${sql.join([...found], sql` and `)}`.execute(db)
  const { found: numFound, length, counts: perPart } = rows[0]!
  const terms = parts.map((part, index) => {
    if (part.kind === 'match') {
      return sql`case when ${toCondition(part.plan, meanings)} then ${part.score}::float8 else 0 end`
    }
    const weight = weighWord(part.boost, numFound, perPart[index] ?? 0)
    return toTerm(quoteWord(part.word), weight, toAverageLength(length))
  })
  return { score: sql`(${sql.join(terms, sql` + `)})::float8`, numFound }
}

/** What a word that so many of the found documents hold is worth. */
export function weighWord(boost: number, found: number, documents: number): number {
  return boost * (1 + Math.log(1 + (found - documents + 0.5) / (documents + 0.5))) * (k1 + 1)
}

/** The average length that is reckoned with, in words. */
export function toAverageLength(length: number | null): number {
  return Math.max(length ?? 1, 1)
}

/** What a word that a document of this length holds so many times adds to its score: the same as `toTerm`. */
export function scoreWord(weight: number, times: number, length: number, averageLength: number): number {
  const tf = frequencies[Math.min(times, frequencies.length - 1)]!
  return (weight * tf) / (tf + k1 * (1 - b + (b * length) / averageLength))
}

/** By how many times a word occurs, what `ts_rank` gives back of it. */
const frequencies = Array.from({ length: 256 }, (_, times) => {
  let rank = 0
  for (let j = 1; j <= times; j++) rank += 1 / j ** 2
  return times === 0 ? 0 : 1 / Math.max(zeta2 - Math.fround(rank / zeta2) * zeta2, 0.001) - 0.5
})

function toTerm(word: string, weight: number, averageLength: number): Score {
  const rank = sql`ts_rank('{1,1,1,1}', d.words, ${word}::tsquery)::float8 * ${zeta2}::float8`
  const tf = sql`(1 / greatest(${zeta2}::float8 - ${rank}, 0.001) - 0.5)`
  const norm = sql`${k1}::float8 * (1 - ${b}::float8 + ${b}::float8 * d.word_count / ${averageLength}::float8)`
  return sql`case when d.words @@ ${word}::tsquery
    then ${weight}::float8 * ${tf} / (${tf} + ${norm}) else 0 end`
}
