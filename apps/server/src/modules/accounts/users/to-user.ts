import { createHash } from 'node:crypto'
import type { User } from '@rushes/contract'
import { toResourceFields } from '../../../platform/database/resource-columns.ts'
import { withoutNulls } from '../../../platform/text/without-nulls.ts'
import type { UserRow } from '../tables.ts'

/** The name to show: first and last name, else the user name. */
export function toFullName(row: Pick<UserRow, 'profile' | 'username'>): string {
  const { firstName, lastName } = row.profile
  return [firstName, lastName].filter(name => typeof name === 'string' && name !== '').join(' ') || row.username
}

/** A user's row as the resource; no secret of the row is among its members. */
export function toUser(row: UserRow): User {
  return {
    ...row.profile,
    ...toResourceFields(row),
    ...withoutNulls({
      lastSeen: row.last_seen,
      deleted: row.deleted,
      identityProvider: row.identity_provider,
      nameId: row.identity_subject,
    }),
    objectType: 'User',
    username: row.username,
    email: row.email,
    emailHash: createHash('md5').update(row.email_key).digest('hex'),
    fullName: toFullName(row),
    hasAvatar: false,
    type: 'REGISTERED',
    roles: row.system_rights,
    locked: row.locked !== null,
    disabled: row.disabled !== null,
    authenticationType: row.second_factor_since === null ? 'PASSWORD' : 'TWO_FA_AUTHENTICATOR',
  }
}
