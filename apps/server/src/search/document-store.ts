import type { SolrDocument } from '@rushes/contract'
import { sql } from 'kysely'
import type { Database } from '../platform/database/index.ts'
import type { Dictionary } from './dictionary.ts'
import type { NumberColumn } from './schema.ts'
import { findOrAddSlots, mostSlots } from './slot-store.ts'
import type { WordIndex } from './words.ts'
import './tables.ts'

/** An exact value of a field; `number` where it is one. */
export interface IndexedValue {
  readonly field: string
  readonly value: string
  readonly number: number | null
  /** Whether the field may hold several; undefined where its values are never counted. */
  readonly isList?: boolean | undefined
}

/** A document in the parts that the tables hold. */
export interface IndexedDocument {
  readonly id: number
  readonly kind: string
  readonly numbers: Partial<Record<NumberColumn, number>>
  readonly values: readonly IndexedValue[]
  readonly words: WordIndex
  readonly body: SolrDocument
}

/**
 * Writes documents in the place of those with the same ids; every id at most once. Asks the database for what `known`
 * does not hold, and returns what it learned there.
 */
export async function insertDocuments(
  db: Database,
  documents: readonly IndexedDocument[],
  known: Dictionary,
): Promise<Dictionary> {
  const values = documents.flatMap(document => document.values)
  const learned: Dictionary = {
    ordinals: await findOrAddOrdinals(db, values, known.ordinals),
    slots: await findOrAddSlots(db, values, known.slots),
    words: await addWords(
      db,
      documents.flatMap(document => document.words.vocabulary),
      known.words,
    ),
  }
  const toOrdinal = (value: IndexedValue) => {
    const key = toKey(value)
    return known.ordinals.get(key) ?? learned.ordinals.get(key) ?? 0
  }
  const toSlot = (field: string) => (known.slots.get(field) ?? learned.slots.get(field))?.slot
  const rows = documents.map(({ id, kind, numbers, values, words }) => ({
    ...numbers,
    id,
    kind,
    ords: [...new Set(values.map(toOrdinal))].sort((a, b) => a - b),
    slots: toSlots(values, toOrdinal, toSlot),
    words: words.vector,
    word_count: words.count,
  }))
  await sql`
    with bodies as (
      insert into search_body (id, body)
      select id, body from jsonb_to_recordset(${JSON.stringify(documents.map(({ id, body }) => ({ id, body })))}::jsonb)
        as row (id bigint, body jsonb)
      on conflict (id) do update set body = excluded.body
    )
    insert into search_document (id, kind, production_id, account_id, media_object_id, start_frame, end_frame,
      created, last_updated, ords, slots, words, word_count)
    select id, kind, production_id, account_id, media_object_id, start_frame, end_frame,
      created, last_updated, ords, slots, words::tsvector, word_count
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row (id bigint, kind text, production_id bigint,
      account_id bigint, media_object_id bigint, start_frame bigint, end_frame bigint,
      created bigint, last_updated bigint, ords int[], slots int[], words text, word_count int)
    on conflict (id) do update set kind = excluded.kind, production_id = excluded.production_id,
      account_id = excluded.account_id, media_object_id = excluded.media_object_id,
      start_frame = excluded.start_frame, end_frame = excluded.end_frame, created = excluded.created,
      last_updated = excluded.last_updated, ords = excluded.ords, slots = excluded.slots, words = excluded.words,
      word_count = excluded.word_count`.execute(db)
  return learned
}

function toSlots(
  values: readonly IndexedValue[],
  toOrdinal: (value: IndexedValue) => number,
  toSlot: (field: string) => number | undefined,
): number[] {
  const filled: number[] = []
  for (const value of values) {
    const slot = value.isList === false ? (toSlot(value.field) ?? mostSlots + 1) : mostSlots + 1
    if (slot > mostSlots) continue
    while (filled.length < slot) filled.push(0)
    filled[slot - 1] = toOrdinal(value)
  }
  return filled
}

/** Removes documents; ids without one are passed over. */
export async function deleteDocuments(db: Database, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  await sql`delete from search_document where id = any(${ids}::bigint[])`.execute(db)
}

/** Ordinals by `toKey`. A value that two transactions add at once gets two; each uses its own. */
async function findOrAddOrdinals(
  db: Database,
  values: readonly IndexedValue[],
  known: ReadonlyMap<string, number>,
): Promise<Map<string, number>> {
  const wanted = new Map<string, IndexedValue>()
  for (const value of values) {
    const key = toKey(value)
    if (!known.has(key)) wanted.set(key, value)
  }
  if (wanted.size === 0) return new Map()
  // Each value is looked up by itself: a join of the whole list could be planned, while the dictionary is small, as one
  // that reads all of it, and goes on so when it is large.
  const { rows } = await sql<IndexedValue & { ord: number }>`
    with looked_up as (
      select field, value, number, (
        select v.ord from search_value v where v.field = wanted.field and v.value = wanted.value
          and v.number is not distinct from wanted.number limit 1) as ord
      from ${toRecords([...wanted.values()])}
    ), added as (
      insert into search_value (field, value, number)
      select field, value, number from looked_up where ord is null order by field, value
      returning ord, field, value, number
    )
    select ord, field, value, number from looked_up where ord is not null
    union all select ord, field, value, number from added`.execute(db)
  return new Map(rows.map(row => [toKey(row), row.ord]))
}

function toRecords(values: readonly IndexedValue[]) {
  return sql`jsonb_to_recordset(${JSON.stringify(values)}::jsonb) as wanted (field text, value text, number float8)`
}

/** A text and a number that look alike are two values: only one of them is in a range of numbers. */
function toKey({ field, value, number }: IndexedValue): string {
  return `${field}\0${number === null ? 'text' : 'number'}\0${value}`
}

/** Adds the words that no text had before; returns those that `known` did not hold. */
async function addWords(db: Database, words: readonly string[], known: ReadonlySet<string>): Promise<Set<string>> {
  const unknown = new Set(words.filter(word => !known.has(word)))
  if (unknown.size === 0) return unknown
  await sql`
    insert into search_word (word) select added.word from unnest(${[...unknown]}::text[]) as added (word)
    where not exists (select from search_word known where known.word = added.word collate "C")`.execute(db)
  return unknown
}
