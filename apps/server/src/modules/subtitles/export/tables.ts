import type { Selectable } from 'kysely'

interface SubtitleExportTable {
  workflow_id: string
  production_id: number
  media_object_id: number
  file_name: string
  media_type: string
  content: Buffer
  created: number
}
export type SubtitleExportRow = Selectable<SubtitleExportTable>

declare module '../../../platform/database/tables.ts' {
  interface Tables {
    subtitle_export: SubtitleExportTable
  }
}
