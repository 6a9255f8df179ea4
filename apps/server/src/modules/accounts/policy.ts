import {
  type AccountPermission,
  accountRights,
  brokenRule,
  type InvitationState,
  isEmail,
  shortestPassword,
} from '@rushes/contract'
import { isCommonPassword } from './users/common-passwords.ts'

const longestPassword = 1024
export const maxUsernameLength = 200

/** The form in which user names and addresses are compared. */
export function toKey(text: string): string {
  return text.normalize('NFKC').trim().toLowerCase()
}

export function assertUsername(username: string): void {
  if (toKey(username) === '') throw brokenRule('/username', 'must not be empty')
  if (username.includes('@')) throw brokenRule('/username', 'must not contain @, which marks an email address')
  if (Math.max(username.length, toKey(username).length) > maxUsernameLength) {
    throw brokenRule('/username', `must not be longer than ${maxUsernameLength} characters`)
  }
}

export function assertEmail(email: string): void {
  if (!isEmail(email.trim())) throw brokenRule('/email', 'is not an email address')
}

/** Length is what counts in a password, and that it is none of those that everybody tries; what it is made of is free. */
export function assertPassword(
  password: string,
  path = '/password',
  user: { username?: string | undefined; email?: string | undefined } = {},
): void {
  const text = password.normalize('NFKC')
  if (text.length < shortestPassword) throw brokenRule(path, `must have at least ${shortestPassword} characters`)
  if (text.length > longestPassword) throw brokenRule(path, `must have at most ${longestPassword} characters`)
  const isName = [user.username, user.email].some(name => name !== undefined && toKey(name) === toKey(text))
  if (isName) throw brokenRule(path, 'must not be the user name or the email address')
  if (isCommonPassword(text)) throw brokenRule(path, 'is one of those that everybody tries first')
}

/** All rights for the owner; elsewhere those given, and the view that every other right needs. */
export function toEffectiveRights(given: readonly AccountPermission[], isOwner: boolean): AccountPermission[] {
  if (isOwner) return [...accountRights]
  if (given.length === 0) return []
  return accountRights.filter(right => right === 'ACCOUNT_VIEW' || given.includes(right))
}

/** How long an invitation waits, in milliseconds. */
export const invitationLifetimeMs = 14 * 24 * 60 * 60 * 1000

/** Where somebody stands who takes part in an account, or was asked to. */
export function toInvitationState(
  account: { two_factor_authentication_required: boolean },
  person: { hasAccepted: boolean; hasSecondFactor: boolean; expires?: number },
  now: number,
): InvitationState {
  if (!person.hasAccepted && person.expires !== undefined && now >= person.expires) return 'EXPIRED'
  const isAwaited = account.two_factor_authentication_required && !person.hasSecondFactor
  if (person.hasAccepted) return isAwaited ? 'ACCEPTED_AWAITING_2FA' : 'ACCEPTED'
  return isAwaited ? 'PENDING_AWAITING_2FA' : 'PENDING'
}

/** "The first non-empty value of the account's human name, account name, owner username, or the text 'Account #' plus the id" */
export function toDisplayName(account: {
  id: number
  human_name: string | null
  name: string | null
  owner_username?: string | undefined
}): string {
  return account.human_name || account.name || account.owner_username || `Account #${account.id}`
}
