import type { Generated, Selectable } from 'kysely'

export interface SubtitleExportTable {
  workflow_id: string
  production_id: number
  media_object_id: number
  file_name: string
  media_type: string
  content: Buffer
  /** The film with burned-in subtitles, which is not in `content`. */
  media_instance_id: Generated<number | null>
  created: number
}
export type SubtitleExportRow = Selectable<SubtitleExportTable>

declare module '../../../platform/database/tables.ts' {
  interface Tables {
    subtitle_export: SubtitleExportTable
  }
}
