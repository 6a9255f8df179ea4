import type { ColumnType, Generated, Selectable } from 'kysely'

/** What is asked of the ingest of a clip ("MediaObjectRequest": `enableProxy`, …). */
export interface IngestOptions {
  enableProxy?: boolean
  enableHDProxy?: boolean
  enableShot?: boolean
}

export interface UploadSessionTable {
  id: Generated<number>
  production_id: number
  media_object_id: number
  state: Generated<'OPEN' | 'CLOSING' | 'CLOSED'>
  file_name: string
  size: number
  received_bytes: Generated<number>
  hash: string | null
  workflow_id: string
  ingest_options: ColumnType<IngestOptions, string | undefined, string>
  /** Bytes from the beginning at which the next preview is made; null for an upload that nobody watches. */
  preview_due_bytes: number | null
  visitor_session_id: number | null
  created: number
  expires: number
}
export type UploadSessionRow = Selectable<UploadSessionTable>

interface UploadRangeTable {
  upload_id: number
  start_byte: number
  end_byte: number
}

declare module '../platform/database/tables.ts' {
  interface Tables {
    upload_session: UploadSessionTable
    upload_range: UploadRangeTable
  }
}
