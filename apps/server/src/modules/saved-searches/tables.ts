import type { SavedSearchParameters } from '@rushes/contract'
import type { ColumnType, Selectable } from 'kysely'
import type { ResourceColumns } from '../../platform/database/resource-columns.ts'

export interface SavedSearchTable extends Omit<ResourceColumns, 'creator_id'> {
  creator_id: number
  production_id: number
  name: string
  parameters: ColumnType<SavedSearchParameters, string, string>
  shared: boolean
  /** The place in the list. */
  position: number
}
export type SavedSearchRow = Selectable<SavedSearchTable>

declare module '../../platform/database/tables.ts' {
  interface Tables {
    saved_search: SavedSearchTable
  }
}
