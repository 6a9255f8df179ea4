import { type Insertable, type RawBuilder, sql, type Updateable } from 'kysely'
import { type Database, readWithin } from '../../platform/database/index.ts'
import type { CustomFieldsDescriptionTable, DescriptionKind, DescriptionRow } from './tables.ts'
import type { FieldChoice, StoredFields, StoredFieldsPage } from './values/misfits.ts'

export function findDescriptionRow(
  db: Database,
  productionId: number,
  kind: DescriptionKind,
): Promise<DescriptionRow | undefined> {
  return selectDescription(db, productionId, kind).executeTakeFirst()
}

/** The description, locked for a change; where there is none yet, an empty one with version 0. */
export async function lockOrInsertDescriptionRow(
  db: Database,
  row: Insertable<CustomFieldsDescriptionTable>,
): Promise<DescriptionRow> {
  await db
    .insertInto('custom_fields_description')
    .values(row)
    .onConflict(conflict => conflict.doNothing())
    .execute()
  return selectDescription(db, row.production_id, row.kind).forUpdate().executeTakeFirstOrThrow()
}

/** The descriptions of these productions that name one of these thesauri; oldest first. */
export function listDescriptionRows(
  db: Database,
  productionIds: readonly number[],
  thesauri: readonly string[],
): Promise<DescriptionRow[]> {
  return db
    .selectFrom('custom_fields_description')
    .selectAll()
    .where('production_id', '=', sql<number>`any (${productionIds}::bigint[])`)
    .where(
      sql<boolean>`jsonb_path_exists(description, '$.fields.*.thesaurus ? (@ == $names[*])',
        jsonb_build_object('names', ${JSON.stringify(thesauri)}::jsonb))`,
    )
    .orderBy('id')
    .execute()
}

function selectDescription(db: Database, productionId: number, kind: DescriptionKind) {
  return db
    .selectFrom('custom_fields_description')
    .selectAll()
    .where('production_id', '=', productionId)
    .where('kind', '=', kind)
}

/** Changes a locked row and raises its version. */
export function updateDescriptionRow(
  db: Database,
  id: number,
  change: Updateable<CustomFieldsDescriptionTable>,
): Promise<DescriptionRow> {
  return db
    .updateTable('custom_fields_description')
    .set(eb => ({ ...change, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Ids of one page. */
export const pageSize = 500
const maxPageBytes = 1024 * 1024
/** As they are stored: what is compressed takes a second to look through. */
const maxStoredBytes = 2 * 1024 * 1024

/** The condition for stored fields that hold what is chosen. */
export function holdsChosen(fields: RawBuilder<unknown>, choice: FieldChoice): RawBuilder<boolean> {
  return 'only' in choice ? sql`${fields} ? ${choice.only}` : sql`${fields} <> '{}'`
}

/** What is chosen of stored fields, as JSON. */
export function selectChosen(fields: RawBuilder<unknown>, choice: FieldChoice): RawBuilder<unknown> {
  if ('only' in choice) return sql`jsonb_build_object(${choice.only}::text, ${fields} -> ${choice.only})`
  // By their names: to list values would copy all of them.
  return sql`(
    select coalesce(
      jsonb_object_agg(name, case when name = any(${choice.valuesOf}::text[]) then taken.fields -> name end), '{}')
    from (select ${fields} as fields offset 0) as taken, jsonb_object_keys(taken.fields) as name)`
}

/** A page of these, as far as they are not too large together. `select` names the members of one but its id, as JSON. */
export async function readFieldsPage(
  db: Database,
  rows: readonly { readonly id: number; readonly storedBytes: number }[],
  select: Parameters<typeof readWithin>[3],
): Promise<StoredFieldsPage> {
  const ids: number[] = []
  let bytes = 0
  for (const { id, storedBytes } of rows) {
    if (bytes > maxStoredBytes) break
    bytes += storedBytes
    ids.push(id)
  }
  const texts = await readWithin(db, ids, maxPageBytes, select)
  const isLast = rows.length < pageSize && texts.length === rows.length
  return {
    stored: texts.flatMap((text, index) =>
      text === null ? [] : [{ id: ids[index]!, ...(JSON.parse(text) as Omit<StoredFields, 'id'>) }],
    ),
    next: isLast ? undefined : ids[texts.length - 1],
  }
}
