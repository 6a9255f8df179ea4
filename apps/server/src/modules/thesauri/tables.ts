import type { FormFieldsDefinition } from '@rushes/contract'
import type { ColumnType, Selectable } from 'kysely'
import type { ResourceColumns } from '../../platform/database/resource-columns.ts'

type Json<T> = ColumnType<T, string, string>
type JsonOrNull<T> = ColumnType<T | null, string | null, string | null>

export interface ThesaurusTable extends ResourceColumns {
  account_id: number
  label: string
  secondary_id: string | null
  linked_thesaurus_id: number | null
  form_fields_definition: JsonOrNull<FormFieldsDefinition>
}
export type ThesaurusRow = Selectable<ThesaurusTable>

export interface ThesaurusEntryTable extends ResourceColumns {
  thesaurus_id: number
  value: string
  label: string
  /** The label as suggestions compare it. */
  label_key: string
  linked_entry_id: number | null
  form_field_values: Json<Record<string, unknown>>
  custom_fields: JsonOrNull<Record<string, unknown>>
}
export type EntryRow = Selectable<ThesaurusEntryTable>

declare module '../../platform/database/tables.ts' {
  interface Tables {
    thesaurus: ThesaurusTable
    thesaurus_entry: ThesaurusEntryTable
  }
}
