interface MentionTable {
  annotation_id: number
  mentioned_id: number
  created: number
}

declare module '../../platform/database/tables.ts' {
  interface Tables {
    mention: MentionTable
  }
}

export type { MentionTable }
