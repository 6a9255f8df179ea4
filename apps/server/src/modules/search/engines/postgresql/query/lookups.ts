/** Asks the dictionaries which of their entries the leaves of a query mean. */

import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../../../../platform/database/index.ts'
import { isWithinEdits } from '../../../query/edit-distance.ts'
import type { DictionaryMatch, Plan, ValueLookup } from '../../../query/plan.ts'
import type { IsMany } from '../../../query/relevance.ts'

/** What leaves mean; `many` where the dictionary has more entries than are worth a list. */
export interface Meanings {
  readonly ordinals: ReadonlyMap<ValueLookup, readonly number[] | 'many'>
  readonly words: ReadonlyMap<DictionaryMatch, readonly string[] | 'many'>
}

/** Whether a lookup of words stands for more than are worth a list. */
export function isMany({ words }: Meanings): IsMany {
  return match => words.get(match) === 'many'
}

/** Longest list of ordinals, and of words, that is put into a query. */
const mostOrdinals = 5_000
const mostWords = 2_000
/** Most entries that a fuzzy word is compared with; of more candidates than these, some are not looked at. */
const mostCandidates = 50_000
/** Dictionary questions in one statement. */
const batchSize = 50

/** Finds the meanings of all leaves of the plans. */
export async function findMeanings(db: Database, plans: readonly Plan[]): Promise<Meanings> {
  const leaves = plans.flatMap(listLeaves)
  const lookups = leaves.flatMap(leaf => (leaf.kind === 'values' ? [leaf.lookup] : []))
  const ordinals = new Map<ValueLookup, readonly number[] | 'many'>()
  await findExactValues(db, lookups, ordinals)
  await findMatchingValues(
    db,
    lookups.filter(lookup => lookup.match.kind !== 'oneOf'),
    ordinals,
  )
  const words = new Map<DictionaryMatch, readonly string[] | 'many'>()
  for (const leaf of leaves) {
    if (leaf.kind !== 'words' || leaf.test.kind !== 'lookup') continue
    words.set(leaf.test.match, await findWords(db, leaf.test.match))
  }
  return { ordinals, words }
}

function listLeaves(plan: Plan): Plan[] {
  if (plan.kind === 'group') return [...plan.must, ...plan.should, ...plan.mustNot].flatMap(listLeaves)
  return plan.kind === 'boost' || plan.kind === 'constantScore' ? listLeaves(plan.inner) : [plan]
}

/** All exact values of a query in one statement, however many fields there are. */
async function findExactValues(
  db: Database,
  lookups: readonly ValueLookup[],
  found: Map<ValueLookup, readonly number[] | 'many'>,
) {
  const texts: { leaf: number; field: string; text: string }[] = []
  const numbers: { leaf: number; field: string; number: number }[] = []
  for (const [leaf, lookup] of lookups.entries()) {
    if (lookup.match.kind !== 'oneOf') continue
    found.set(lookup, [])
    for (const text of lookup.match.texts) texts.push({ leaf, field: lookup.field, text })
    for (const number of lookup.match.numbers) numbers.push({ leaf, field: lookup.field, number })
  }
  if (texts.length + numbers.length === 0) return
  const { rows } = await sql<{ leaf: number; ords: number[] }>`
    select leaf, array_agg(distinct ord) as ords from (
      select leaf, ord from jsonb_to_recordset(${JSON.stringify(texts)}::jsonb) as wanted (leaf int, field text, text text)
        join search_value v on v.field = wanted.field and v.value = wanted.text
      union all
      select leaf, ord from jsonb_to_recordset(${JSON.stringify(numbers)}::jsonb) as wanted (leaf int, field text, number float8)
        join search_value v on v.field = wanted.field and v.number = wanted.number
    ) as entry group by leaf`.execute(db)
  for (const { leaf, ords } of rows) found.set(lookups[leaf]!, ords)
}

async function findMatchingValues(
  db: Database,
  lookups: readonly ValueLookup[],
  found: Map<ValueLookup, readonly number[] | 'many'>,
) {
  for (const lookup of lookups) {
    if (lookup.match.kind === 'fuzzy') found.set(lookup, await findSimilarValues(db, lookup.field, lookup.match))
  }
  const others = lookups.filter(lookup => lookup.match.kind !== 'fuzzy')
  for (let offset = 0; offset < others.length; offset += batchSize) {
    const batch = others.slice(offset, offset + batchSize)
    const arms = batch.map(
      lookup => sql`array(select ord from search_value where ${toValueCondition(lookup)} limit ${mostOrdinals + 1})`,
    )
    const { rows } = await sql<{ lists: number[][] }>`
      select jsonb_build_array(${sql.join(arms.map(arm => sql`to_jsonb(${arm})`))}) as lists`.execute(db)
    for (const [index, lookup] of batch.entries()) {
      const ords = rows[0]?.lists[index] ?? []
      found.set(lookup, ords.length > mostOrdinals ? 'many' : ords)
    }
  }
}

/** Which rows of `search_value` a lookup means; a fuzzy one is answered by `findMeanings` alone. */
export function toValueCondition({ field, match }: ValueLookup): RawBuilder<boolean> {
  const ofField = sql<boolean>`field = ${field}`
  switch (match.kind) {
    case 'oneOf':
      return sql`(${ofField} and (value = any(${match.texts}::text[]) or number = any(${match.numbers}::float8[])))`
    case 'like':
      return sql`(${ofField} and value like ${match.pattern})`
    case 'fuzzy':
      return sql`(${ofField} and value = ${match.text})`
    case 'range':
      return sql`(${ofField} and ${toRange(match)})`
  }
}

/** Numbers by size between numbers, texts by their characters between any. */
function toRange({ lower, upper }: Extract<DictionaryMatch, { kind: 'range' }>): RawBuilder<boolean> {
  const texts = toTextRange('value', lower, upper)
  const isOfNumbers = [lower, upper].every(bound => bound === undefined || bound.number !== undefined)
  if (!isOfNumbers) return sql`(number is null and ${texts})`
  const low = lower && sql`number ${sql.raw(lower.inclusive ? '>=' : '>')} ${lower.number}`
  const high = upper && sql`number ${sql.raw(upper.inclusive ? '<=' : '<')} ${upper.number}`
  const numbers = sql.join([sql`number is not null`, ...[low, high].filter(part => part !== undefined)], sql` and `)
  return sql`((${numbers}) or (number is null and ${texts}))`
}

function toTextRange(
  column: 'value' | 'word' | 'w.lexeme',
  lower: { text: string; inclusive: boolean } | undefined,
  upper: { text: string; inclusive: boolean } | undefined,
): RawBuilder<boolean> {
  const name = sql`${sql.ref(column)} collate "C"`
  const low = lower && sql`${name} ${sql.raw(lower.inclusive ? '>=' : '>')} ${lower.text}`
  const high = upper && sql`${name} ${sql.raw(upper.inclusive ? '<=' : '<')} ${upper.text}`
  return sql`(${sql.join([low ?? sql`true`, high ?? sql`true`], sql` and `)})`
}

async function findWords(db: Database, match: DictionaryMatch): Promise<readonly string[] | 'many'> {
  if (match.kind === 'fuzzy') return findSimilarWords(db, match)
  const { rows } = await sql<{ word: string }>`
    select distinct word from search_word where ${toWordCondition('word', match)} limit ${mostWords + 1}`.execute(db)
  return rows.length > mostWords ? 'many' : rows.map(row => row.word)
}

/** Which words a test means; a fuzzy one is answered by `findMeanings` alone. */
export function toWordCondition(column: 'word' | 'w.lexeme', match: DictionaryMatch): RawBuilder<boolean> {
  const name = sql`${sql.ref(column)} collate "C"`
  switch (match.kind) {
    case 'oneOf':
      return sql`${name} = any(${match.texts}::text[])`
    case 'like':
      return sql`${name} like ${match.pattern}`
    case 'fuzzy':
      return sql`${name} = ${match.text}`
    case 'range':
      return toTextRange(column, match.lower, match.upper)
  }
}

type Fuzzy = Extract<DictionaryMatch, { kind: 'fuzzy' }>

async function findSimilarValues(db: Database, field: string, match: Fuzzy): Promise<number[]> {
  const { rows } = await sql<{ ord: number; value: string }>`
    select ord, value from search_value where field = ${field} and ${toCandidates('value', match)}
    limit ${mostCandidates}`.execute(db)
  return rows.filter(row => isWithinEdits(row.value, match.text, match.edits)).map(row => row.ord)
}

async function findSimilarWords(db: Database, match: Fuzzy): Promise<string[]> {
  const { rows } = await sql<{ word: string }>`
    select distinct word from search_word where ${toCandidates('word', match)} limit ${mostCandidates}`.execute(db)
  return rows.map(row => row.word).filter(word => isWithinEdits(word, match.text, match.edits))
}

/**
 * Entries that may be within so many edits: of nearly the same length, and with one of the pieces of the text in them. An
 * edit touches two pieces at most (a swap across their border), so of `2 * edits + 1` pieces one is left whole.
 */
function toCandidates(column: 'value' | 'word', { text, edits }: Fuzzy): RawBuilder<boolean> {
  const letters = [...text]
  const pieceLength = Math.floor(letters.length / (2 * edits + 1))
  const pieces = Array.from({ length: 2 * edits + 1 }, (_, index) =>
    letters.slice(index * pieceLength, index === 2 * edits ? undefined : (index + 1) * pieceLength).join(''),
  )
  const likes = pieces.map(piece => `%${piece.replaceAll(/[\\%_]/g, '\\$&')}%`)
  return sql`(char_length(${sql.ref(column)}) between ${letters.length - edits} and ${letters.length + edits}
    and ${sql.ref(column)} like any(${likes}::text[]))`
}
