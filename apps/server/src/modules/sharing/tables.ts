import type { SharePermission } from '@rushes/contract'
import type { ColumnType, Generated, Selectable } from 'kysely'
import type { ResourceColumns } from '../../platform/database/resource-columns.ts'

export interface ShareTable extends ResourceColumns {
  production_id: number
  editorial_object_id: number
  shared_with_id: Generated<number>
  label: string | null
  description: string | null
  expires: number | null
  permissions: SharePermission[]
  password_protected: boolean
  password_hash: string | null
  /** Where to tell what happens in it. */
  callback_url: string | null
  client_properties: ColumnType<Record<string, unknown>, string, string>
  token_hash: Buffer
  token_sealed: Buffer
}
export type ShareRow = Selectable<ShareTable>

export interface SharedUserTable extends ResourceColumns {
  production_id: number
  username: string
  email: string
  email_key: string
  first_name: string | null
  last_name: string | null
  user_id: number | null
  /** Whose own it is: what of a visitor proves to be this shared user; null where nothing does. */
  author_key: string | null
}
export type SharedUserRow = Selectable<SharedUserTable>

export interface ShareSharedUserTable {
  share_id: number
  shared_user_id: number
  added: number
  last_seen: number | null
  /** Whether the registered user themselves has come. */
  proven: boolean
}

/** What the session of a visitor proves about its author; outlives the session, so that a later one can continue it. */
export interface VisitorSessionTable {
  session_id: number
  token_hash: Buffer
  share_id: number
  /** Random; shared by all sessions that continue the same first one. */
  author_id: string
  /** The registered user who identified by an access token. */
  user_id: number | null
  /** Who the visitor claims to be. */
  shared_user_id: number | null
  /** The name and the address that they gave for it. */
  username: string | null
  email: string | null
  /** Through whose link it was opened, where the share has one for each recipient. */
  recipient_id: number | null
  expires: number
}
export type VisitorSessionRow = Selectable<VisitorSessionTable>

/** Somebody to whom a share was sent, with a link of their own. */
export interface ShareRecipientTable {
  id: Generated<number>
  share_id: number
  name: string
  email: string | null
  created: number
  creator_id: number | null
  last_opened: number | null
  ended: number | null
  /** When the link was sent to the address. */
  mailed: Generated<number | null>
  /** Why that mail could not be delivered. */
  undelivered: Generated<string | null>
  token_hash: Buffer
  token_sealed: Buffer
}
export type ShareRecipientRow = Selectable<ShareRecipientTable>

export interface ShareVisitTable {
  session_id: number
  verb: string
  media_object_id: number
  share_id: number
  recipient_id: number | null
  created: number
}

declare module '../../platform/database/tables.ts' {
  interface Tables {
    share: ShareTable
    share_recipient: ShareRecipientTable
    shared_user: SharedUserTable
    share_shared_user: ShareSharedUserTable
    share_visit: ShareVisitTable
    visitor_session: VisitorSessionTable
  }
}
