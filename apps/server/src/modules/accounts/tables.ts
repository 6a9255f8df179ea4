import type { AccountPermission, SystemRight } from '@rushes/contract'
import type { ColumnType, Generated, Selectable } from 'kysely'
import type { ResourceColumns } from '../../platform/database/resource-columns.ts'

type Json<T> = ColumnType<T, string, string>
/** Null unless it is given. */
type Nullable<T> = ColumnType<T | null, T | null | undefined, T | null>

export interface UserTable extends ResourceColumns {
  username: string
  username_key: string
  email: string
  email_key: string
  password_hash: string | null
  profile: Json<Record<string, unknown>>
  system_rights: SystemRight[]
  locked: number | null
  disabled: number | null
  last_seen: number | null
  deleted: number | null
  /** Since when a login asks for a second factor. */
  second_factor_since: Nullable<number>
  /** The issuer and the subject by which an identity provider knows the user. */
  identity_provider: Nullable<string>
  identity_subject: Nullable<string>
  /** Whether the address was given or confirmed by somebody other than its user. */
  email_verified: Generated<boolean>
}
export type UserRow = Selectable<UserTable>

export interface AccountTable extends ResourceColumns {
  human_name: string | null
  name: string | null
  owner_id: number
  subscription_status: string
  two_factor_authentication_required: boolean
  settings: Json<Record<string, unknown>>
  branding: Json<Record<string, unknown>>
}
export type AccountRow = Selectable<AccountTable>

export interface AccountParticipantTable {
  account_id: number
  user_id: number
  rights: AccountPermission[]
  /** Of the invitation that they accepted. */
  token_hash: Nullable<Buffer>
}

export interface AccountInvitationTable {
  id: Generated<number>
  account_id: number
  email: string
  email_key: string
  rights: AccountPermission[]
  created: number
  expires: number
  token_hash: Buffer
  /** Why its mail did not arrive. */
  undelivered: Nullable<string>
}
export type AccountInvitationRow = Selectable<AccountInvitationTable>

declare module '../../platform/database/tables.ts' {
  interface Tables {
    users: UserTable
    account: AccountTable
    account_participant: AccountParticipantTable
    account_invitation: AccountInvitationTable
  }
}
