import { sql } from 'kysely'
import type { ReadStoredFields } from '../custom-fields/index.ts'

/** The annotations of a production that have custom fields, behind an id. */
export const listAnnotationCustomFields: ReadStoredFields = (db, productionId, afterId, limit, name) =>
  db
    .selectFrom('annotation')
    .select([
      'id',
      'object_type as objectType',
      'funnel',
      'media_object_id as mediaObjectId',
      sql<Record<string, unknown>>`details -> 'customFields'`.as('customFields'),
    ])
    .where('production_id', '=', productionId)
    .where('id', '>', afterId)
    .where(
      name === undefined
        ? sql<boolean>`details -> 'customFields' <> '{}'`
        : sql<boolean>`details -> 'customFields' ? ${name}`,
    )
    .orderBy('id')
    .limit(limit)
    .execute()
