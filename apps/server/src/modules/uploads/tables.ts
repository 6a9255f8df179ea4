import type { ColumnType, Generated, GeneratedAlways, Selectable } from 'kysely'

/** What is asked of the ingest of a clip (`enableProxy`, …: ingest-8). */
export interface IngestOptions {
  enableProxy?: boolean
  enableHDProxy?: boolean
  enableShot?: boolean
  enableEmbeddedSubtitles?: boolean
}

export interface UploadSessionTable {
  id: Generated<number>
  production_id: number
  media_object_id: number
  state: Generated<'OPEN' | 'CLOSING' | 'CLOSED'>
  file_name: string
  /** As announced; of a growing upload, the end of what has been promised or has come, whichever is later. */
  size: number
  /** Whether chunks may go beyond the size. */
  is_growing: Generated<boolean>
  /** The size at the beginning, of one that grows; null where that was not noted. */
  announced_size: number | null
  /** Where a growing upload ended at a close that asked for bytes once more. */
  least_size: number | null
  received_bytes: Generated<number>
  hash: string | null
  workflow_id: string
  ingest_options: ColumnType<IngestOptions, string | undefined, string>
  /** Bytes from the beginning at which the next preview is made; null for an upload that nobody watches. */
  preview_due_bytes: number | null
  visitor_session_id: number | null
  /** The user who began it. */
  user_id: number | null
  /** Whether the clip was created for this upload: then it ends with an upload that is given up. */
  is_new_clip: Generated<boolean>
  /** How often a close was begun. */
  generation: Generated<number>
  /** The store that has its bytes, see `nameStore`; null where that was not noted. */
  store: string | null
  /** Of the visitor who began it, see `VisitorActor.authorKeys`. */
  author_key: string | null
  created: number
  expires: number
}
export type UploadSessionRow = Selectable<UploadSessionTable>

interface UploadRangeTable {
  upload_id: number
  start_byte: number
  end_byte: number
}

interface UploadChunkTable {
  id: GeneratedAlways<number>
  upload_id: number
  holder: string
  /** 0 once it has ended and was not recorded. */
  leased_until: number
  /** The bytes that it may be writing; null where that was not noted. */
  start_byte: number | null
  end_byte: number | null
  /** Whether it writes over bytes that came before, all of which it has. */
  is_writing: Generated<boolean>
  /** The same of one that is too large to have all of them first: a close stops it. */
  is_replacing: Generated<boolean>
}

/** A close that is under way, and whose it is. */
interface UploadCloseTable {
  upload_id: number
  skip_ingest: boolean
  skip_verification: boolean
  lease_holder: string
  leased_until: number
}

declare module '../../platform/database/tables.ts' {
  interface Tables {
    upload_session: UploadSessionTable
    upload_range: UploadRangeTable
    upload_chunk: UploadChunkTable
    upload_close: UploadCloseTable
  }
}
