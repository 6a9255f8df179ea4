/** Plans as SQL conditions on `search_document d`: parameters are bound, never written; no condition is ever null. */

import { type RawBuilder, sql } from 'kysely'
import type { NumberColumn } from '../../../documents/schema.ts'
import { inField, quoteWord, toFieldWord } from '../../../documents/words.ts'
import { isBlank, type NumberTest, type Plan, type ValueLookup, type WordTest } from '../../../query/plan.ts'
import { type Meanings, toValueCondition, toWordCondition } from './lookups.ts'

export type Condition = RawBuilder<boolean>

const always: Condition = sql`true`
const never: Condition = sql`false`

/** Lists of ordinals up to this length are found by the index; each document is compared with longer ones. */
const mostIndexed = 200

/** The documents that a plan means. */
export function toCondition(plan: Plan, meanings: Meanings): Condition {
  switch (plan.kind) {
    case 'everything':
      return always
    case 'nothing':
    case 'blank':
      return never
    case 'numbers':
      return toNumberCondition(plan.column, plan.test)
    case 'values':
      return toOrdinalCondition(plan.lookup, meanings)
    case 'words':
      return toWordsCondition(plan.field, plan.test, meanings)
    case 'boost':
    case 'constantScore':
      return toCondition(plan.inner, meanings)
    case 'group':
      return toGroupCondition(plan, meanings)
  }
}

function toGroupCondition(plan: Extract<Plan, { kind: 'group' }>, meanings: Meanings): Condition {
  const toAll = (plans: readonly Plan[]) =>
    plans.filter(inner => !isBlank(inner)).map(inner => toCondition(inner, meanings))
  const must = toAll(plan.must)
  const should = toAll(plan.should)
  if (must.length === 0 && should.length === 0) return never
  const wanted = must.length > 0 ? must : [joinOr(should)]
  const unwanted = toAll(plan.mustNot)
  return sql`(${sql.join([...wanted, ...unwanted.map(condition => sql`not ${condition}`)], sql` and `)})`
}

function joinOr(conditions: readonly Condition[]): Condition {
  return conditions.length === 0 ? never : sql`(${sql.join([...conditions], sql` or `)})`
}

function toNumberCondition(column: NumberColumn, test: NumberTest): Condition {
  const name = sql.ref(`d.${column}`)
  switch (test.kind) {
    case 'present':
      return sql`(${name} is not null)`
    case 'oneOf':
      return sql`(${name} is not null and ${name} = any(${test.numbers}::bigint[]))`
    case 'between':
      return sql`(${name} is not null and ${name} between ${test.lower}::bigint and ${test.upper}::bigint)`
    case 'like':
      return sql`(${name} is not null and ${name}::text like ${test.pattern})`
  }
}

function toOrdinalCondition(lookup: ValueLookup, meanings: Meanings): Condition {
  const ordinals = meanings.ordinals.get(lookup) ?? []
  if (ordinals === 'many') {
    // "is true" keeps the set a hash table; as a join it would be looked up for each document.
    return sql`exists (select from unnest(d.ords) as o
      where (o in (select ord from search_value where ${toValueCondition(lookup)})) is true)`
  }
  if (ordinals.length === 0) return never
  if (ordinals.length > mostIndexed)
    return sql`exists (select from unnest(d.ords) as o where o = any(${ordinals}::int[]))`
  return sql`(d.ords && ${ordinals}::int[])`
}

function toWordsCondition(field: string | undefined, test: WordTest, meanings: Meanings): Condition {
  if (test.kind === 'phrase') return sql`(d.words @@ ${writePhrase(field, test)}::tsquery)`
  const words = meanings.words.get(test.match) ?? []
  if (words === 'many') return toScan(field, test)
  if (words.length === 0) return never
  return sql`(d.words @@ ${words.map(word => quoteWord(inField(field, word))).join(' | ')}::tsquery)`
}

/** Without the index: each word of each document is compared. */
function toScan(field: string | undefined, test: Extract<WordTest, { kind: 'lookup' }>): Condition {
  if (field === undefined) {
    return sql`exists (select from unnest(tsvector_to_array(d.words)) as w (lexeme)
      where not starts_with(w.lexeme, '=') and ${toWordCondition('w.lexeme', test.match)})`
  }
  const prefix = toFieldWord(field, '')
  return sql`exists (
    select from (
      select substr(entry.lexeme, char_length(${prefix}) + 1) as lexeme
      from unnest(tsvector_to_array(d.words)) as entry (lexeme)
      where starts_with(entry.lexeme, ${prefix})
    ) as w where ${toWordCondition('w.lexeme', test.match)})`
}

/** Most ways in which a sloppy phrase is written out; beyond it the words may stand anywhere. */
const mostWays = 64

/**
 * A phrase as `tsquery` text. Slop is written out as distances: each word up to `slop` places further from the one before;
 * of two words, also in the other order from a slop of 2 on. (Lucene counts the moves of all words together.)
 */
function writePhrase(field: string | undefined, test: Extract<WordTest, { kind: 'phrase' }>): string {
  const last = test.words.length - 1
  const words = test.words.map(
    (word, index) => `${quoteWord(inField(field, word))}${test.isPrefix && index === last ? ':*' : ''}`,
  )
  const { slop } = test
  if (slop === 0) return words.join(' <-> ')
  if (last > 0 && (slop + 1) ** last > mostWays) return words.join(' & ')
  const [first = '', second = ''] = words
  // Each way by itself: within a phrase, the database shifts the shorter of two ways that are both there.
  let ways = [first]
  for (const word of words.slice(1)) {
    ways = ways.flatMap(way => Array.from({ length: slop + 1 }, (_, more) => `${way} <${more + 1}> ${word}`))
  }
  if (last !== 1 || slop < 2) return ways.join(' | ')
  const backward = Array.from({ length: slop - 1 }, (_, more) => `${second} <${more + 1}> ${first}`)
  return [...ways, ...backward].join(' | ')
}
