import type { SolrDocument } from '@rushes/contract'
import { sql } from 'kysely'
import type { Database } from '../../../../../platform/database/index.ts'
import type { NumberColumn } from '../../../documents/schema.ts'
import type { WordIndex } from '../../../documents/words.ts'
import { type Dictionary, type FieldSlot, type Learned, Ordinals } from './dictionary.ts'
import { findOrAddSlots, mostSlots } from './slot-store.ts'
import '../tables.ts'

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
 * Writes documents instead of those with the same ids; every id at most once. Asks the database for what `known`
 * does not hold, and returns what it learned there. A document that is there already, word for word, is not touched.
 */
export async function insertDocuments(
  db: Database,
  documents: readonly IndexedDocument[],
  known: Dictionary,
): Promise<Learned> {
  const { generation } = known
  const { places, unknown } = findPlaces(documents, known)
  // What others forget meanwhile is still known here.
  const slots = new Map(known.slots)
  const values = documents.flatMap(document => document.values)
  const ordinals = await findOrAddOrdinals(db, unknown)
  const learnedSlots = await findOrAddSlots(db, values, slots)
  for (const [field, slot] of learnedSlots) slots.set(field, slot)
  const words = listUnknownWords(documents, known.words)
  const toOrdinal = (place: number) => (place < 0 ? ordinals[~place]!.ord : place)
  const rows = documents.map(({ id, kind, numbers, values, words }, index) => {
    const ords = places[index]!.map(toOrdinal)
    const vector = { words: words.vector, word_count: words.count }
    return { ...numbers, id, kind, ords: toSet(ords), slots: toSlots(values, ords, slots), ...vector }
  })
  await upsert(db, rows, documents, words)
  return { generation, ordinals, slots: learnedSlots, words }
}

async function upsert(
  db: Database,
  rows: readonly object[],
  documents: readonly IndexedDocument[],
  words: readonly string[],
): Promise<void> {
  const bodies = JSON.stringify(documents.map(({ id, body }) => ({ id, body })))
  // Lists are read from texts of the database's own: as lists of JSON they would be made into numbers twice.
  await sql`
    with bodies as (
      insert into search_body (id, body)
      select id, body from json_to_recordset(${bodies}::json) as row (id bigint, body jsonb)
      on conflict (id) do update set body = excluded.body where search_body.body <> excluded.body
    ), added_words as (
      insert into search_word (word) select added.word from unnest(${[...words]}::text[]) as added (word)
      where not exists (select from search_word known where known.word = added.word collate "C")
    )
    insert into search_document as stored (id, kind, production_id, account_id, media_object_id, start_frame, end_frame,
      created, last_updated, ords, slots, words, word_count)
    select id, kind, production_id, account_id, media_object_id, start_frame, end_frame,
      created, last_updated, ords::int[], slots::int[], words::tsvector, word_count
    from json_to_recordset(${JSON.stringify(rows)}::json) as row (id bigint, kind text, production_id bigint,
      account_id bigint, media_object_id bigint, start_frame bigint, end_frame bigint,
      created bigint, last_updated bigint, ords text, slots text, words text, word_count int)
    on conflict (id) do update set kind = excluded.kind, production_id = excluded.production_id,
      account_id = excluded.account_id, media_object_id = excluded.media_object_id,
      start_frame = excluded.start_frame, end_frame = excluded.end_frame, created = excluded.created,
      last_updated = excluded.last_updated, ords = excluded.ords, slots = excluded.slots, words = excluded.words,
      word_count = excluded.word_count, written = excluded.written
    where (stored.kind, stored.production_id, stored.account_id, stored.media_object_id, stored.start_frame,
        stored.end_frame, stored.created, stored.last_updated, stored.ords, stored.slots, stored.words, stored.word_count)
      is distinct from (excluded.kind, excluded.production_id, excluded.account_id, excluded.media_object_id,
        excluded.start_frame, excluded.end_frame, excluded.created, excluded.last_updated, excluded.ords, excluded.slots,
        excluded.words, excluded.word_count)`.execute(db)
}

/** Of each value of each document its ordinal, or where it stands among the unknown ones, counted from -1 downward. */
function findPlaces(documents: readonly IndexedDocument[], known: Dictionary) {
  const unknown: IndexedValue[] = []
  const waiting = new Ordinals()
  const toPlace = (value: IndexedValue) => {
    const place = known.ordinals.find(value) ?? waiting.find(value)
    if (place !== undefined) return place
    const next = ~unknown.length
    unknown.push(value)
    waiting.set(value, next)
    return next
  }
  return { places: documents.map(document => document.values.map(toPlace)), unknown }
}

/** Distinct numbers in order, as the text of an array. */
function toSet(ords: readonly number[]): string {
  const sorted = Int32Array.from(ords).sort()
  let text = '{'
  for (let index = 0; index < sorted.length; index++) {
    if (sorted[index] !== sorted[index - 1]) text += index === 0 ? sorted[index] : `,${sorted[index]}`
  }
  return `${text}}`
}

/** By place, the ordinal of the one value of the field that has it, as the text of an array. */
function toSlots(
  values: readonly IndexedValue[],
  ords: readonly number[],
  slots: ReadonlyMap<string, FieldSlot>,
): string {
  const filled: number[] = []
  for (const [index, { field, isList }] of values.entries()) {
    const slot = isList === false ? (slots.get(field)?.slot ?? mostSlots + 1) : mostSlots + 1
    if (slot > mostSlots) continue
    while (filled.length < slot) filled.push(0)
    filled[slot - 1] = ords[index]!
  }
  return `{${filled.join(',')}}`
}

/** Removes documents; ids without one are passed over. */
export async function deleteDocuments(db: Database, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  await sql`delete from search_document where id = any(${ids}::bigint[])`.execute(db)
}

/** The values with their ordinals, in their order. One that two transactions add at once gets two; each uses its own. */
async function findOrAddOrdinals(
  db: Database,
  values: readonly IndexedValue[],
): Promise<(IndexedValue & { ord: number })[]> {
  if (values.length === 0) return []
  const wanted = JSON.stringify(values.map(({ field, value, number }, place) => ({ place, field, value, number })))
  // Each value is looked up by itself: a join of the whole list could be planned, while the dictionary is small, as one
  // that reads all of it, and goes on so when it is large.
  const { rows } = await sql<{ place: number; ord: number }>`
    with looked_up as materialized (
      select place, field, value, number, (
        select v.ord from search_value v where v.field = wanted.field and v.value = wanted.value
          and v.number is not distinct from wanted.number limit 1) as ord
      from json_to_recordset(${wanted}::json) as wanted (place int, field text, value text, number float8)
    ), numbered as materialized (
      select place, field, value, number, nextval('search_value_ord_seq')::int as ord
      from looked_up where ord is null
    ), added as (
      insert into search_value (ord, field, value, number) overriding system value
      select ord, field, value, number from numbered order by field, value
    )
    select place, ord from looked_up where ord is not null union all select place, ord from numbered`.execute(db)
  const ords = new Map(rows.map(({ place, ord }) => [place, ord]))
  return values.map((value, place) => ({ ...value, ord: ords.get(place)! }))
}

/** Adds the words that no text had before; returns those that `known` did not hold. */
function listUnknownWords(documents: readonly IndexedDocument[], known: ReadonlySet<string>): string[] {
  const unknown = new Set<string>()
  for (const { words } of documents) {
    for (const word of words.vocabulary) if (!known.has(word)) unknown.add(word)
  }
  return [...unknown]
}
