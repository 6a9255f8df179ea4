import type { AccountPermission, SystemRight } from '@rushes/contract'
import type { ColumnType, Selectable } from 'kysely'
import type { ResourceColumns } from '../platform/database/resource-columns.ts'

type Json<T> = ColumnType<T, string, string>

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
}

declare module '../platform/database/tables.ts' {
  interface Tables {
    users: UserTable
    account: AccountTable
    account_participant: AccountParticipantTable
  }
}
