/** Who is signed in, as far as the pages need to know. */

import { signal } from '@preact/signals'
import type { User } from '@rushes/contract'
import { api, createTokenClient, isRefusal } from '../platform/reading/api.ts'
import { getQuery, navigate, setQuery } from '../platform/router.tsx'

/** The user; `null` when nobody is signed in; `undefined` while that is being found out. */
export const user = signal<User | null | undefined>(undefined)

const kept = 'rushes.signed-in'
/** Where a sign-on at an identity provider was begun: a secret of the address stays in the browser. */
const begunAt = 'rushes.sign-on-begun-at'

/** Whether a sign-on at an identity provider has come back, and a code is still to be given. */
export const needsSecondStep = () => getQuery('needsSecondToken') === 'true'

/** Asks who is signed in, where this browser has ever signed in: the cookie itself is hidden from scripts. */
export async function findUser(): Promise<void> {
  if (localStorage.getItem(kept) === null || needsSecondStep()) user.value = null
  else await readUser()
}

async function readUser(): Promise<void> {
  try {
    user.value = await api.authentication.getCurrentUser()
    returnToBegin()
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

/** Leaves for the identity provider; whatever comes of it comes back to the first page. */
export function beginSignOn(): void {
  localStorage.setItem(kept, 'yes')
  const { pathname, search, hash } = window.location
  sessionStorage.setItem(begunAt, pathname + search + hash)
  window.location.assign('/api/authentication/oidc/login?redirectIfOk=/app&redirectIfFailed=/app')
}

function returnToBegin(): void {
  const place = sessionStorage.getItem(begunAt)
  if (place === null) {
    if (needsSecondStep()) setQuery({ needsSecondToken: undefined })
    return
  }
  sessionStorage.removeItem(begunAt)
  navigate(place, { replace: true })
}

/** The second step, with a code of the authenticator app or a recovery code; the first token may be in the cookie. */
export async function giveCode(firstToken: string | undefined, code: string, rememberMe: boolean): Promise<void> {
  const client = firstToken === undefined ? api : createTokenClient(firstToken)
  await client.authentication.validateSecondFactor({ body: { token: code, rememberMe } })
  await enter()
}

async function enter(): Promise<void> {
  localStorage.setItem(kept, 'yes')
  await readUser()
}

export async function signOut(): Promise<void> {
  await api.authentication.logout()
  localStorage.removeItem(kept)
  user.value = null
}
