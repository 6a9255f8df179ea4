import type { Generated, Selectable } from 'kysely'

/** What an automatic run works on beside the input of its workflow. */
interface SubtitleWorkTable {
  workflow_id: string
  production_id: number
  media_object_id: number
  language: string
  subtitle_preset_id: string | null
  is_import: boolean
  /** Files that came within the request. */
  import_content: Buffer | null
  alignment_content: Buffer | null
  is_open: Generated<boolean>
  created: number
}
export type SubtitleWorkRow = Selectable<SubtitleWorkTable>

/** The subtitles in the making as a task has left them, as JSON. */
interface SubtitleDraftTable {
  workflow_id: string
  task: string
  draft: string
}

declare module '../../../platform/database/tables.ts' {
  interface Tables {
    subtitle_work: SubtitleWorkTable
    subtitle_draft: SubtitleDraftTable
  }
}
