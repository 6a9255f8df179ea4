import type { Category, ProductionRight } from '@rushes/contract'
import type { ColumnType, Generated, Selectable } from 'kysely'
import type { ResourceColumns } from '../../platform/database/resource-columns.ts'

type Json<T> = ColumnType<T, string, string>

export interface ProductionTable extends ResourceColumns {
  account_id: number
  name: string
  description: string | null
  type: string
  active_status: 'Active' | 'Archived'
  delivery_date: number | null
  settings: Json<Record<string, unknown>>
  deleted: number | null
}
export type ProductionRow = Selectable<ProductionTable>

export interface RoleTable extends ResourceColumns {
  production_id: number
  name: string
  permissions: ProductionRight[]
}
export type RoleRow = Selectable<RoleTable>

export interface ParticipantTable {
  id: Generated<number>
  production_id: number
  user_id: number | null
  email_key: string | null
  /** The address as it was written, of someone who is no user yet. */
  email: Generated<string | null>
  /** Of the token that accepts the invitation. */
  token_hash: Generated<Buffer | null>
  /** Until when it may be accepted. */
  expires: Generated<number | null>
  /** Why the mail of the invitation did not arrive. */
  undelivered: Generated<string | null>
  /** Whether its link creates a user. */
  may_register: Generated<boolean>
  role_ids: number[]
  rights: ProductionRight[]
  invitation_state: 'PENDING' | 'ACCEPTED'
  created: number
}
export type ParticipantRow = Selectable<ParticipantTable>

export interface CategoryTable extends ResourceColumns {
  production_id: number
  name: string
  description: string | null
  type: NonNullable<Category['type']>
  position: number
  include_roles: boolean
  /** The roles that it is for. */
  role_ids: number[]
}
export type CategoryRow = Selectable<CategoryTable>

declare module '../../platform/database/tables.ts' {
  interface Tables {
    production: ProductionTable
    production_role: RoleTable
    production_participant: ParticipantTable
    category: CategoryTable
  }
}
