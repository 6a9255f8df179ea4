import type { NotificationChannel, NotificationKind } from '@rushes/contract'
import type { Generated, Selectable } from 'kysely'

interface MentionTable {
  annotation_id: number
  mentioned_id: number
  created: number
}

interface NotificationTable {
  id: Generated<number>
  user_id: number
  production_id: number
  kind: NotificationKind
  /** Of one kind, a user is notified of it once. */
  cause: string
  /** What lines gather it by. */
  group_id: number
  media_object_id: number | null
  annotation_id: number | null
  share_id: number | null
  submission_id: number | null
  actor_id: number | null
  /** Of a visitor, as they called themselves. */
  actor_name: string | null
  detail: string | null
  created: number
  read_at: Generated<number | null>
  awaits_digest: boolean
}
type NotificationRow = Selectable<NotificationTable>

interface NotificationPreferenceTable {
  user_id: number
  kind: NotificationKind
  channel: NotificationChannel
}

declare module '../../platform/database/tables.ts' {
  interface Tables {
    mention: MentionTable
    notification: NotificationTable
    notification_preference: NotificationPreferenceTable
  }
}

export type { MentionTable, NotificationRow, NotificationTable }
