/**
 * The score of relevance in SQL. `ts_rank` of one word with equal weights is 6/π² times the sum of 1/j² for j up to tf,
 * which gives tf back.
 */

import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../../../../platform/database/index.ts'
import { inField, quoteWord } from '../../../documents/words.ts'
import { b, k1, type Relevance, toAverageLength, weighWord, zeta2 } from '../../../query/relevance.ts'
import { type Condition, toCondition } from './conditions.ts'
import type { Meanings } from './lookups.ts'

type Score = RawBuilder<number>

/** The score of each found document `d`, and how many documents were found. */
export async function weighScore(
  db: Database,
  found: readonly Condition[],
  { parts }: Relevance,
  meanings: Meanings,
): Promise<{ score: Score; numFound: number }> {
  const counts = parts.map(part =>
    part.kind === 'word'
      ? sql`count(*) filter (where d.words @@ ${quoteWord(inField(part.field, part.word))}::tsquery)`
      : sql`0`,
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
    return toTerm(quoteWord(inField(part.field, part.word)), weight, toAverageLength(length))
  })
  return { score: sql`(${sql.join(terms, sql` + `)})::float8`, numFound }
}

function toTerm(word: string, weight: number, averageLength: number): Score {
  const rank = sql`ts_rank('{1,1,1,1}', d.words, ${word}::tsquery)::float8 * ${zeta2}::float8`
  const tf = sql`(1 / greatest(${zeta2}::float8 - ${rank}, 0.001) - 0.5)`
  const norm = sql`${k1}::float8 * (1 - ${b}::float8 + ${b}::float8 * d.word_count / ${averageLength}::float8)`
  return sql`case when d.words @@ ${word}::tsquery
    then ${weight}::float8 * ${tf} / (${tf} + ${norm}) else 0 end`
}
