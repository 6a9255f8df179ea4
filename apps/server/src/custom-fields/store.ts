import { type Insertable, sql, type Updateable } from 'kysely'
import type { Database } from '../platform/database/index.ts'
import type { CustomFieldsDescriptionTable, DescriptionKind, DescriptionRow } from './tables.ts'

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
