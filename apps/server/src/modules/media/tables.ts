import type { InstanceType, MediaObjectInstance, MediaObjectType, TrackDescription } from '@rushes/contract'
import type { ColumnType, Generated, Selectable } from 'kysely'
import type { ResourceColumns } from '../../platform/database/resource-columns.ts'

type Json<T> = ColumnType<T, string, string>

export interface MediaObjectTable extends ResourceColumns {
  production_id: number
  name: string
  type: MediaObjectType
  umid: string | null
  package_id: number | null
  file_name: string | null
  original_bytes: number
  duration_ms: number | null
  rate_num: number | null
  rate_den: number | null
  frame_count: number | null
  timecode_frames: number | null
  drop_frame: Generated<boolean>
  growing: Generated<boolean>
  key_frame: number | null
  proxy_online: Generated<boolean>
  workflow_id: string | null
  staging_name: string | null
  created_by_share_id: number | null
  created_by_shared_user_id: number | null
}
export type MediaObjectRow = Selectable<MediaObjectTable>

export interface MediaInstanceTable extends ResourceColumns {
  production_id: number
  media_object_id: number
  type: InstanceType
  blob_key: string
  mime_type: string
  size: number
  file_name: string | null
  description: string | null
  profile: string | null
  quality: NonNullable<MediaObjectInstance['quality']> | null
  duration_ms: number | null
  material_upload_complete: number
  material_info: Json<Record<string, unknown>>
  media_info: Json<Record<string, unknown>>
  source_instance_id: number | null
  /** What the file was announced to be, until that was compared. */
  announced_hash: string | null
}
export type MediaInstanceRow = Selectable<MediaInstanceTable>

export interface MediaTrackTable extends ResourceColumns {
  production_id: number
  media_instance_id: number
  position: number
  description: Json<TrackDescription>
}
export type MediaTrackRow = Selectable<MediaTrackTable>

/** When the pictures of a clip with a variable rate are shown; other clips have no row. */
export interface MediaFrameTimesTable {
  media_object_id: number
  production_id: number
  times: number[]
  end_ms: number
}

export interface MediaRemovalTable {
  id: Generated<number>
  kind: 'blob' | 'staging'
  name: string
  /** The process that is about to place the file; null when it is to be removed now. */
  holder: string | null
  created: Generated<number>
}

declare module '../../platform/database/tables.ts' {
  interface Tables {
    media_object: MediaObjectTable
    media_instance: MediaInstanceTable
    media_track: MediaTrackTable
    media_frame_times: MediaFrameTimesTable
    media_removal: MediaRemovalTable
  }
}
