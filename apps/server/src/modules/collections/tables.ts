import type { CollectionType, collectionDetails, EditorialObject } from '@rushes/contract'
import type { ColumnType, Selectable } from 'kysely'
import type { ResourceColumns } from '../../platform/database/resource-columns.ts'

type Json<T> = ColumnType<T, string, string>

/** What a collection tells about itself, under the names of the interface. */
export type CollectionDetails = Pick<EditorialObject, keyof typeof collectionDetails>

export interface EditorialObjectTable extends ResourceColumns {
  production_id: number
  object_type: CollectionType
  funnel: string | null
  parent_id: number | null
  category_id: number | null
  sub_objects_index: number
  details: Json<CollectionDetails>
  custom_fields: Json<Record<string, unknown>>
  system_fields: Json<Record<string, unknown>>
}
export type CollectionRow = Selectable<EditorialObjectTable>

declare module '../../platform/database/tables.ts' {
  interface Tables {
    editorial_object: EditorialObjectTable
  }
}
