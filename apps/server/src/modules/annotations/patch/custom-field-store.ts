import { sql } from 'kysely'
import {
  holdsChosen,
  pageSize,
  type ReadStoredFields,
  readFieldsPage,
  selectChosen,
} from '../../custom-fields/index.ts'

const customFields = sql`(details -> 'customFields')`
/** Details so large that to look into them twice costs more than to read one in vain. */
const largeBytes = 8000

/** The annotations of a production that have custom fields, after an id. */
export const listAnnotationCustomFields: ReadStoredFields = async (db, productionId, afterId, choice) => {
  const rows = await db
    .selectFrom('annotation')
    .select(['id', sql<number>`pg_column_size(details)`.as('storedBytes')])
    .where('production_id', '=', productionId)
    .where('id', '>', afterId)
    .where(
      'only' in choice
        ? holdsChosen(customFields, choice)
        : sql<boolean>`(pg_column_size(details) > ${sql.lit(largeBytes)} or ${holdsChosen(customFields, choice)})`,
    )
    .orderBy('id')
    .limit(pageSize)
    .execute()
  return readFieldsPage(
    db,
    rows,
    id => sql`
      select json_build_object('objectType', object_type, 'funnel', funnel, 'mediaObjectId', media_object_id,
        'customFields', ${selectChosen(customFields, choice)})::text
      from annotation where id = ${id}`,
  )
}
