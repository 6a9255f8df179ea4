import type { Category, Production, Role } from '@rushes/contract'
import { toResourceFields } from '../platform/database/resource-columns.ts'
import { withoutNulls } from '../platform/without-nulls.ts'
import { withDefaultSettings } from './policy.ts'
import type { CategoryRow, ProductionRow, RoleRow } from './tables.ts'

/** A production's row as the resource; a caller who asked for settings gets them with the defaults. */
export function toProduction(
  row: ProductionRow,
  parts: { categories?: CategoryRow[]; includeSettings?: boolean | undefined } = {},
): Production {
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
    ...(parts.categories ? { categories: parts.categories.map(toCategory) } : {}),
    ...(parts.includeSettings === true ? { settings: withDefaultSettings(row.settings) } : {}),
  }
}

export function toCategory(row: CategoryRow): Category {
  return {
    ...toResourceFields(row),
    ...withoutNulls({ description: row.description }),
    objectType: 'Category',
    name: row.name,
    type: row.type,
    index: row.position,
    includeRoles: row.include_roles,
    roles: row.roles,
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
