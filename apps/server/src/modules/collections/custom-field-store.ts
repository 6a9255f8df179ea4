import { sql } from 'kysely'
import { holdsChosen, pageSize, type ReadStoredFields, readFieldsPage, selectChosen } from '../custom-fields/index.ts'

const customFields = sql`custom_fields`

/** The collections of a production that have custom fields, after an id. */
export const listCollectionCustomFields: ReadStoredFields = async (db, productionId, afterId, choice) => {
  const rows = await db
    .selectFrom('editorial_object')
    .select(['id', sql<number>`pg_column_size(custom_fields)`.as('storedBytes')])
    .where('production_id', '=', productionId)
    .where('id', '>', afterId)
    .where(holdsChosen(customFields, choice))
    .orderBy('id')
    .limit(pageSize)
    .execute()
  return readFieldsPage(
    db,
    rows,
    id => sql`
      select json_build_object('objectType', object_type, 'funnel', funnel,
        'customFields', ${selectChosen(customFields, choice)})::text
      from editorial_object where id = ${id}`,
  )
}
