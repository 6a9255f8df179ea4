import { sql } from 'kysely'
import type { ReadStoredFields } from '../custom-fields/index.ts'

/** The collections of a production that have custom fields, behind an id. */
export const listCollectionCustomFields: ReadStoredFields = (db, productionId, afterId, limit, name) =>
  db
    .selectFrom('editorial_object')
    .select(['id', 'object_type as objectType', 'funnel', 'custom_fields as customFields'])
    .where('production_id', '=', productionId)
    .where('id', '>', afterId)
    .where(name === undefined ? sql<boolean>`custom_fields <> '{}'` : sql<boolean>`custom_fields ? ${name}`)
    .orderBy('id')
    .limit(limit)
    .execute()
