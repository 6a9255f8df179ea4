import type { AccountRight } from '@rushes/contract'

/** How somebody who takes part in an account, or is invited, is called. */
export function toPersonName({ user, email }: AccountRight): string {
  return user?.fullName ?? email ?? ''
}
