import type { Category, InvitationState, Production, Role } from '@rushes/contract'
import { toResourceFields } from '../../../platform/database/resource-columns.ts'
import { withoutNulls } from '../../../platform/text/without-nulls.ts'
import { withDefaultSettings } from '../policy.ts'
import type { CategoryRow, ProductionRow, RoleRow } from '../tables.ts'

/** What is shown with a production beside its row. */
export interface ProductionParts {
  categories?: Category[]
  includeSettings?: boolean | undefined
  accountName?: string | undefined
  accountUserId?: number | undefined
  creatorName?: string | undefined
  /** Of the caller; absent for someone who is not in the team. */
  invitationState?: InvitationState | undefined
}

/** A production's row as the resource; a caller who asked for settings gets them with the defaults. */
export function toProduction(row: ProductionRow, parts: ProductionParts = {}): Production {
  const { accountName, accountUserId, creatorName, invitationState } = parts
  return {
    ...toResourceFields(row),
    ...withoutNulls({ description: row.description, deliveryDate: row.delivery_date, deleted: row.deleted }),
    objectType: 'Production',
    accountId: row.account_id,
    name: row.name,
    title: row.name,
    type: row.type,
    activeStatus: row.active_status,
    hasAvatar: false,
    ...withoutNulls({ accountName, accountUserId, creatorName, invitationState }),
    ...(parts.categories ? { categories: parts.categories } : {}),
    ...(parts.includeSettings === true ? { settings: withDefaultSettings(row.settings) } : {}),
  }
}

/** A category's row as the resource; of the given roles it shows those that it names. */
export function toCategory(row: CategoryRow, roles: readonly RoleRow[]): Category {
  return {
    ...toResourceFields(row),
    ...withoutNulls({ description: row.description }),
    objectType: 'Category',
    name: row.name,
    type: row.type,
    index: row.position,
    includeRoles: row.include_roles,
    roles: roles.filter(role => row.role_ids.includes(role.id)).map(toRole),
    productionId: row.production_id,
  }
}

export function toRole(row: RoleRow): Role {
  return {
    ...toResourceFields(row),
    objectType: 'Role',
    name: row.name,
    permissions: row.permissions,
    productionId: row.production_id,
  }
}
