import { type AccountPermission, accountRights, brokenRule } from '@rushes/contract'

const shortestPassword = 8

/** The form in which user names and addresses are compared. */
export function toKey(text: string): string {
  return text.normalize('NFKC').trim().toLowerCase()
}

export function assertUsername(username: string): void {
  if (toKey(username) === '') throw brokenRule('/username', 'must not be empty')
  if (username.includes('@')) throw brokenRule('/username', 'must not contain @, which marks an email address')
  if (username.length > 200) throw brokenRule('/username', 'must not be longer than 200 characters')
}

export function assertEmail(email: string): void {
  if (!/^[^\s@]+@[^\s@]+$/.test(email) || email.length > 320) throw brokenRule('/email', 'is not an email address')
}

/** Length is what counts in a password; what it is made of is free. */
export function assertPassword(password: string, path = '/password'): void {
  if (password.length < shortestPassword) {
    throw brokenRule(path, `must have at least ${shortestPassword} characters`)
  }
}

/** All rights for the owner; elsewhere those given, and the view that every other right needs. */
export function toEffectiveRights(given: readonly AccountPermission[], isOwner: boolean): AccountPermission[] {
  if (isOwner) return [...accountRights]
  if (given.length === 0) return []
  return accountRights.filter(right => right === 'ACCOUNT_VIEW' || given.includes(right))
}
