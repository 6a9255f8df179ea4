import { sql } from 'kysely'
import type { Database } from '../../../platform/database/index.ts'
import { toFormC } from '../../../platform/text/form-c.ts'
import type { EntryRow } from '../tables.ts'

const anyId = (ids: readonly number[]) => sql<number>`any (${ids}::bigint[])`

export function findEntry(db: Database, thesaurusId: number, id: number): Promise<EntryRow | undefined> {
  return db
    .selectFrom('thesaurus_entry')
    .selectAll()
    .where('id', '=', id)
    .where('thesaurus_id', '=', thesaurusId)
    .executeTakeFirst()
}

/** The entry, locked: who is writing its value somewhere has finished, who comes later waits. */
export function lockEntry(db: Database, thesaurusId: number, id: number): Promise<EntryRow | undefined> {
  return db
    .selectFrom('thesaurus_entry')
    .selectAll()
    .where('id', '=', id)
    .where('thesaurus_id', '=', thesaurusId)
    .forUpdate()
    .executeTakeFirst()
}

/** What entries are looked up by. */
export interface EntryKeys {
  readonly ids: readonly number[]
  readonly values: readonly string[]
}

/** The entries of a thesaurus that have one of these ids, or one of these values in normal form C. */
export async function findEntries(db: Database, thesaurusId: number, keys: EntryKeys): Promise<EntryRow[]> {
  const { rows } = await sql<EntryRow>`
    select * from thesaurus_entry where id = any (array(${selectFoundIds(thesaurusId, keys)})) order by id`.execute(db)
  return rows
}

/** The same, held: none of them is renamed or deleted until the transaction ends. */
export async function holdEntries(
  db: Database,
  thesaurusId: number,
  keys: EntryKeys,
): Promise<{ id: number; value: string }[]> {
  const { rows } = await sql<{ id: number; value: string }>`
    select id, value from thesaurus_entry where id = any (array(${selectFoundIds(thesaurusId, keys)}))
    order by id for share`.execute(db)
  return rows
}

/**
 * Each key is looked up by itself, and by an index that holds nothing else: a plan made for a small thesaurus, or from
 * figures of another one, would read all entries for each key.
 */
function selectFoundIds(thesaurusId: number, { ids, values }: EntryKeys) {
  return sql<{ id: number }>`
    select found.id from unnest(${values}::text[]) as wanted (value) cross join lateral (
      select id from thesaurus_entry
      where (thesaurus_id::text || ':' || normalize(value)) =
        (${thesaurusId}::bigint::text || ':' || normalize(wanted.value))
      order by value <> wanted.value, id limit 1) as found
    union
    select found.id from unnest(${ids}::bigint[]) as wanted (id) cross join lateral (
      select id from thesaurus_entry where id = wanted.id and thesaurus_id + 0 = ${thesaurusId} limit 1) as found`
}

/**
 * Until the transaction ends every statement is planned for the table as it is: what was planned while it was empty
 * would go on reading all of it while a long list is written.
 */
export async function planEachTime(db: Database): Promise<void> {
  await sql`set local plan_cache_mode = 'force_custom_plan'`.execute(db)
}

/** Which of these are values of the thesaurus, in normal form C. */
export async function listTaken(db: Database, thesaurusId: number, values: readonly string[]): Promise<string[]> {
  return (await findEntries(db, thesaurusId, { ids: [], values })).map(row => toFormC(row.value))
}

/** Entries of many thesauri, for their search documents. */
export function listEntriesById(db: Database, ids: readonly number[]) {
  return db
    .selectFrom('thesaurus_entry as entry')
    .innerJoin('thesaurus', 'thesaurus.id', 'entry.thesaurus_id')
    .selectAll('entry')
    .select('thesaurus.account_id')
    .where('entry.id', '=', anyId(ids))
    .execute()
}

/** The entries of a thesaurus behind an id, oldest first, with the values of those that they stand under. */
export async function listEntriesBehind(db: Database, thesaurusId: number, afterId: number, limit: number) {
  // As pairs, in their order: a plan by another index would read the whole thesaurus for each page.
  const { rows } = await sql<EntryRow & { linked_value: string | null }>`
    select entry.*, linked.value as linked_value
    from (
      select * from thesaurus_entry
      where (thesaurus_id, id) > (${thesaurusId}, ${afterId}) and (thesaurus_id, id) < (${thesaurusId + 1}, 0)
      order by thesaurus_id, id limit ${limit}
    ) as entry
    left join thesaurus_entry linked on linked.id = entry.linked_entry_id
    order by entry.id`.execute(db)
  return rows
}

/** The first entries that stand under one: how many there are, and whose they are. */
export async function listLinkedEntries(db: Database, id: number, limit: number) {
  const rows = await db
    .selectFrom('thesaurus_entry')
    .select(['id', 'label', 'thesaurus_id'])
    .where('linked_entry_id', '=', id)
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(row => ({ id: row.id, label: row.label, thesaurusId: row.thesaurus_id }))
}

/** Whether any entry of a thesaurus stands under one of the thesaurus above. */
export async function hasLinkedEntries(db: Database, thesaurusId: number): Promise<boolean> {
  const row = await db
    .selectFrom('thesaurus_entry')
    .select('id')
    .where('thesaurus_id', '=', thesaurusId)
    .where('linked_entry_id', 'is not', null)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Puts what stands under an entry under another one; gives their ids. */
export async function moveLinkedEntries(
  db: Database,
  fromId: number,
  toId: number,
  change: { modified_by: string; last_updated: number },
): Promise<number[]> {
  const rows = await db
    .updateTable('thesaurus_entry')
    .set(eb => ({ ...change, linked_entry_id: toId, version: eb('version', '+', 1) }))
    .where('linked_entry_id', '=', fromId)
    .returning('id')
    .execute()
  return rows.map(row => row.id)
}

export async function deleteEntryRow(db: Database, id: number): Promise<void> {
  await db.deleteFrom('thesaurus_entry').where('id', '=', id).execute()
}

/** What a written entry has of its own. */
export interface EntryColumns {
  readonly value: string
  readonly label: string
  readonly label_key: string
  readonly linked_entry_id: number | null
  readonly form_field_values: object
  readonly custom_fields: object | null
}

const ownColumns = sql.raw('value, label, label_key, linked_entry_id, form_field_values, custom_fields')
const ownTypes = sql.raw(
  'value text, label text, label_key text, linked_entry_id bigint, form_field_values jsonb, custom_fields jsonb',
)

/** Adds entries in one statement, in the order of the list. */
export async function insertEntries(
  db: Database,
  thesaurusId: number,
  shared: { created: number; created_by: string; creator_id: number | null; modified_by: string; last_updated: number },
  entries: readonly EntryColumns[],
): Promise<EntryRow[]> {
  if (entries.length === 0) return []
  const { rows } = await sql<EntryRow>`
    insert into thesaurus_entry (thesaurus_id, created, created_by, creator_id, modified_by, last_updated, ${ownColumns})
    select ${thesaurusId}::bigint, ${shared.created}::bigint, ${shared.created_by}::text, ${shared.creator_id}::bigint,
      ${shared.modified_by}::text, ${shared.last_updated}::bigint, ${ownColumns}
    from jsonb_to_recordset(${JSON.stringify(entries)}::jsonb) as written (${ownTypes})
    returning *`.execute(db)
  return rows
}

/** Changes entries in one statement and raises their versions. */
export async function updateEntries(
  db: Database,
  shared: { modified_by: string; last_updated: number },
  entries: readonly (EntryColumns & { readonly id: number })[],
): Promise<EntryRow[]> {
  if (entries.length === 0) return []
  const { rows } = await sql<EntryRow>`
    update thesaurus_entry as entry set
      value = written.value, label = written.label, label_key = written.label_key,
      linked_entry_id = written.linked_entry_id, form_field_values = written.form_field_values,
      custom_fields = written.custom_fields, version = entry.version + 1,
      modified_by = ${shared.modified_by}::text, last_updated = ${shared.last_updated}::bigint
    from jsonb_to_recordset(${JSON.stringify(entries)}::jsonb) as written (id bigint, ${ownTypes})
    where entry.id = written.id
    returning entry.*`.execute(db)
  return rows
}

/** The ids of all entries, or of those of a thesaurus, as a part of a statement. */
export function selectEntryIds(thesaurusId?: number) {
  const ofOne = thesaurusId === undefined ? sql`` : sql`where thesaurus_id = ${thesaurusId}`
  return sql<{ id: number }>`select id from thesaurus_entry ${ofOne}`
}

type Suggestion = Pick<EntryRow, 'id' | 'value' | 'label' | 'thesaurus_id' | 'linked_entry_id'>

/** The first entries of each of these thesauri whose label key lies in the range, under one entry where it is named. */
export async function listSuggestions(
  db: Database,
  thesaurusIds: readonly number[],
  { from, to, linkedEntryId }: { from: string; to: string | undefined; linkedEntryId: number | undefined },
  limit: number,
): Promise<Suggestion[]> {
  const end = to === undefined ? sql`` : sql`and entry.label_key < ${to}`
  // By the index of what stands under an entry: among all that begin so there may be few of them.
  const of =
    linkedEntryId === undefined
      ? sql`entry.thesaurus_id = wanted.id`
      : sql`entry.linked_entry_id = ${linkedEntryId} and entry.thesaurus_id + 0 = wanted.id`
  const { rows } = await sql<Suggestion>`
    select found.id, found.value, found.label, found.thesaurus_id, found.linked_entry_id
    from unnest(${thesaurusIds}::bigint[]) as wanted (id) cross join lateral (
      select entry.* from thesaurus_entry entry
      where ${of} and entry.label_key >= ${from} ${end}
      order by entry.label_key, entry.id limit ${limit}
    ) as found
    order by found.label_key, found.id limit ${limit}`.execute(db)
  return rows
}

/** The statement that chooses the entries of a thesaurus, oldest first. */
export function selectEntriesOf(thesaurusId: number) {
  return sql`select * from thesaurus_entry where thesaurus_id = ${sql.lit(thesaurusId)} order by id`
}
