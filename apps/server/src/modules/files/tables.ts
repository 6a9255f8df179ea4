import type { FileResourceDetails, ProductionRight } from '@rushes/contract'
import type { ColumnType, Selectable } from 'kysely'
import type { ResourceColumns } from '../../platform/database/resource-columns.ts'

export interface FileResourceTable extends ResourceColumns {
  account_id: number
  /** None: of the account. */
  production_id: number | null
  editorial_object_id: number | null
  filename: string
  mime_type: string
  size: number
  md5: string
  /** When the hash was compared with the one that the sender told. */
  md5_verified: number | null
  admin_only: boolean
  remove_from_quota: boolean
  required_rights: ProductionRight[]
  details: ColumnType<FileResourceDetails, string, string>
}
export type FileResourceRow = Selectable<FileResourceTable>

export interface FileContentTable {
  file_resource_id: number
  bytes: Buffer
}

declare module '../../platform/database/tables.ts' {
  interface Tables {
    file_resource: FileResourceTable
    file_content: FileContentTable
  }
}
