/** Rules of shares; pure functions of their arguments. */

import {
  brokenRule,
  isEmail,
  missingRight,
  rightsToGrant,
  ServiceError,
  type SharePermission,
  sharePermissions,
} from '@rushes/contract'
import type { Actor } from '../../platform/security/actor.ts'

/** Throws ForbiddenError naming the right that the actor lacks for a permission that a share did not have before. */
export function assertMayGrant(
  actor: Actor,
  permissions: readonly SharePermission[],
  before: readonly SharePermission[] = [],
): void {
  const missing = permissions.find(permission => !before.includes(permission) && !mayGrant(actor, permission))
  if (missing !== undefined) throw missingRight(rightsToGrant[missing])
}

/** Whether somebody may see the token of a share: who has it can do whatever the share permits. */
export function maySeeToken(actor: Actor, permissions: readonly SharePermission[]): boolean {
  return permissions.every(permission => mayGrant(actor, permission))
}

function mayGrant(actor: Actor, permission: SharePermission): boolean {
  return actor.kind === 'service' || (actor.kind === 'user' && actor.rights.has(rightsToGrant[permission]))
}

/** Every share has VIEW (sharing-2): nothing else works without it. */
export function toPermissions(wanted: readonly SharePermission[] | undefined): SharePermission[] {
  return sharePermissions.filter(permission => permission === 'VIEW' || wanted?.includes(permission) === true)
}

/** No session begins after `expires` (sharing-10). */
export function assertNotExpired(share: { expires: number | null }, now: number): void {
  if (share.expires !== null && now >= share.expires) {
    throw new ServiceError('ForbiddenError', 'This share has expired', { expires: share.expires })
  }
}

/** Whether visitors have to give an address with their name: unless the share says otherwise (sharing-58). */
export function asksEmail({ client_properties }: { client_properties: Record<string, unknown> }): boolean {
  return client_properties.askEmail !== false
}

/** Of one share. */
export const maxRecipients = 1000

/** An email address as given; only its form is checked, since identification proves nothing. */
export function checkEmail(email: string, path: string): string {
  const trimmed = email.trim()
  if (!isEmail(trimmed)) throw brokenRule(path, 'is not an email address')
  return trimmed
}

/** A name that people see; any text but none. */
export function checkUsername(username: string, path: string): string {
  const trimmed = username.trim()
  if (trimmed === '') throw brokenRule(path, 'must not be empty')
  return trimmed
}
