import { createHash } from 'node:crypto'
import type { SharedUser, ShareObject } from '@rushes/contract'
import type { Context, Platform } from '../../../platform/context.ts'
import { toResourceFields } from '../../../platform/database/resource-columns.ts'
import { type SealedColumn, seal, unseal } from '../../../platform/security/secrets/sealed.ts'
import { withoutNulls } from '../../../platform/text/without-nulls.ts'
import { toKey } from '../../accounts/index.ts'
import { maySeeToken } from '../policy.ts'
import type { SharedUserRow, ShareRow } from '../tables.ts'

const sealedFor = 'share token'

export const sealedShareTokens: SealedColumn = { table: 'share', column: 'token_sealed', purpose: sealedFor }

export function sealToken({ secret }: Platform, token: string): Buffer {
  return seal(secret, sealedFor, token)
}

/** A share as its visitors see it: all but the token, which would outlive their session. */
export function toVisitedShare(row: ShareRow, publicUrl: string): ShareObject {
  const production = `${publicUrl}/production/${row.production_id}`
  return {
    ...toResourceFields(row),
    ...withoutNulls({ label: row.label, description: row.description, expires: row.expires }),
    objectType: 'EditorialObjectShareObject',
    productionId: row.production_id,
    editorialObjectId: row.editorial_object_id,
    sharedWithId: row.shared_with_id,
    permissions: row.permissions,
    passwordProtected: row.password_protected,
    clientProperties: row.client_properties,
    deleted: false,
    href: `${production}/share/${row.id}`,
    hrefs: { eo: `${production}/eo/${row.editorial_object_id}` },
  }
}

/** The token of a share; undefined where it cannot be opened. */
export function unsealToken({ secret }: Platform, row: Pick<ShareRow, 'token_sealed'>): string | undefined {
  return unseal(secret, sealedFor, row.token_sealed)
}

/** A share as those see it who may share: with where it reports what happens, and its token if that gives them no more. */
export function toShareObject(row: ShareRow, { actor, platform }: Pick<Context, 'actor' | 'platform'>): ShareObject {
  const token = maySeeToken(actor, row.permissions) ? unsealToken(platform, row) : undefined
  const known = withoutNulls({ token, callbackURL: row.callback_url })
  return { ...toVisitedShare(row, platform.publicUrl), ...known }
}

/** A shared user, and when they last came to the share in question. */
export function toSharedUser(row: SharedUserRow, lastSeen: number | null): SharedUser {
  return {
    ...toResourceFields(row),
    ...withoutNulls({ firstName: row.first_name, lastName: row.last_name, lastSeen }),
    objectType: 'SharedUser',
    productionId: row.production_id,
    username: row.username,
    email: row.email,
    ...(row.email_key !== '' && { emailHash: createHash('md5').update(row.email_key).digest('hex') }),
    fullName: [row.first_name, row.last_name].filter(name => name !== null).join(' ') || row.username,
  }
}

/** The name by which other visitors know a shared user: never the address of who has given no name. */
export function toShownName({ username, email_key }: Pick<SharedUserRow, 'username' | 'email_key'>): string {
  return toKey(username) === email_key ? username.slice(0, username.lastIndexOf('@')) : username
}

/** A shared user as seen by a visitor who claims to be them: what the visitor gave, and the name shown on comments. */
export function toClaimedUser(
  row: SharedUserRow,
  given: { username: string | null; email: string | null },
  lastSeen: number | null,
): SharedUser {
  return {
    id: row.id,
    version: row.version,
    modifiedBy: row.modified_by,
    ...withoutNulls({ lastSeen }),
    objectType: 'SharedUser',
    productionId: row.production_id,
    username: given.username ?? toShownName(row),
    email: given.email ?? '',
  }
}

/** Visitors who have not identified: the share's own shared user, without a name. */
export function toAnonymousVisitor(share: ShareRow): SharedUser {
  return {
    id: share.shared_with_id,
    version: 1,
    modifiedBy: share.modified_by,
    objectType: 'SharedUser',
    productionId: share.production_id,
    username: 'visitor',
    fullName: 'visitor',
    email: '',
  }
}
