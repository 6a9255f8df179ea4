/** A browser that signs on at the identity provider of the tests, which asks nothing. */

import assert from 'node:assert/strict'
import type { JWTPayload } from 'jose'
import type { IdentityProvider } from '../peers/identity/identity-provider.ts'

export const get = (url: string, cookie?: string): Promise<Response> =>
  fetch(url, { redirect: 'manual', headers: cookie === undefined ? {} : { cookie } })

/** The value that an answer sets for a cookie. */
export const readSetCookie = (answer: Response, name: string): string | undefined =>
  answer.headers
    .getSetCookie()
    .find(cookie => cookie.startsWith(`${name}=`) && !cookie.startsWith(`${name}=;`))
    ?.split(';')[0]

export interface SignOnOptions {
  query?: string
  /** Of the browser that comes back, instead of its own. */
  cookie?: string
}

/** Goes to the provider and back: the last answer, and the token of the session. */
export async function signOnAt(
  provider: IdentityProvider,
  url: string,
  person: JWTPayload,
  { query = '', cookie }: SignOnOptions = {},
) {
  provider.person = person
  const begun = await get(`${url}/authentication/oidc/login${query}`)
  assert.equal(begun.status, 303, await begun.clone().text())
  const kept = readSetCookie(begun, 'RUSHES_SIGN_ON')!
  const asked = await get(begun.headers.get('location')!)
  assert.equal(asked.status, 302, await asked.clone().text())
  const back = asked.headers.get('location')!
  const answer = await get(back, cookie ?? kept)
  const token = readSetCookie(answer, 'MOJITO_SESSION_ID_V2')?.split('=')[1]
  return { answer, token, back, kept, location: answer.headers.get('location') }
}
