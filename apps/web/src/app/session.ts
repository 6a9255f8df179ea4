/** Who is signed in, as far as the pages need to know. */

import { signal } from '@preact/signals'
import type { User } from '@rushes/contract'
import { api, createTokenClient, isRefusal } from '../platform/api.ts'

/** The user; `null` when nobody is signed in; `undefined` while that is being found out. */
export const user = signal<User | null | undefined>(undefined)

const kept = 'rushes.signed-in'

/** Asks who is signed in, where this browser has ever signed in: the cookie itself is hidden from scripts. */
export async function findUser(): Promise<void> {
  if (localStorage.getItem(kept) === null) {
    user.value = null
    return
  }
  try {
    user.value = await api.authentication.getCurrentUser()
  } catch (error) {
    if (!isRefusal(error, 'UnauthorizedError', 'ForbiddenError')) throw error
    user.value = null
  }
}

/**
 * Signs in by name and password; throws what the service refuses with. Gives the token of the first step where a second
 * factor is asked for, else nothing.
 */
export async function signIn(username: string, password: string, rememberMe: boolean): Promise<string | undefined> {
  const { token, needsSecondToken } = await api.authentication.login({ body: { username, password, rememberMe } })
  if (needsSecondToken) return token
  await enter()
  return undefined
}

/** The second step, with a code of the authenticator app or a recovery code. */
export async function giveCode(firstToken: string, code: string, rememberMe: boolean): Promise<void> {
  await createTokenClient(firstToken).authentication.validateSecondFactor({ body: { token: code, rememberMe } })
  await enter()
}

async function enter(): Promise<void> {
  localStorage.setItem(kept, 'yes')
  await findUser()
}

export async function signOut(): Promise<void> {
  await api.authentication.logout()
  localStorage.removeItem(kept)
  user.value = null
}
