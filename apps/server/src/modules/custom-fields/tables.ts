import type { CustomFieldsDescription } from '@rushes/contract'
import type { ColumnType, Selectable } from 'kysely'
import type { ResourceColumns } from '../../platform/database/resource-columns.ts'

/** Whose custom fields a description is of. */
export type DescriptionKind = 'annotation' | 'collection'

/** A description as it is kept: the members that its author wrote. */
export type WrittenDescription = Partial<
  Pick<CustomFieldsDescription, 'allowUndefinedFields' | 'clientSettings' | 'fields' | 'name'>
>

export interface CustomFieldsDescriptionTable extends ResourceColumns {
  production_id: number
  kind: DescriptionKind
  description: ColumnType<WrittenDescription, string, string>
}
export type DescriptionRow = Selectable<CustomFieldsDescriptionTable>

declare module '../../platform/database/tables.ts' {
  interface Tables {
    custom_fields_description: CustomFieldsDescriptionTable
  }
}
