/** Who is signed in, as far as the pages need to know. */

import { signal } from '@preact/signals'
import type { User } from '@rushes/contract'
import { api, isRefusal } from '../platform/api.ts'

/** The user; `null` when nobody is signed in; `undefined` while that is being found out. */
export const user = signal<User | null | undefined>(undefined)

export async function findUser(): Promise<void> {
  try {
    user.value = await api.authentication.getCurrentUser()
  } catch (error) {
    if (!isRefusal(error, 'UnauthorizedError', 'ForbiddenError')) throw error
    user.value = null
  }
}

export async function signOut(): Promise<void> {
  await api.authentication.logout()
  user.value = null
}
