import type { EditorialObject } from '@rushes/contract'
import { toResourceFields } from '../../platform/database/resource-columns.ts'
import { withoutNulls } from '../../platform/text/without-nulls.ts'
import type { CollectionRow } from './tables.ts'

/** A collection's row as the resource, without what is attached to it. */
export function toEditorialObject(row: CollectionRow, publicUrl: string): EditorialObject {
  const href = `${publicUrl}/production/${row.production_id}/eo/${row.id}`
  return {
    ...toResourceFields(row),
    ...row.details,
    ...withoutNulls({ funnel: row.funnel, parentId: row.parent_id, categoryId: row.category_id }),
    objectType: row.object_type,
    productionId: row.production_id,
    subObjects_index: row.sub_objects_index,
    customFields: row.custom_fields,
    systemFields: row.system_fields,
    href,
    hrefs: { entry: `${href}/entry` },
  }
}
