/** Settings of signing on by an identity provider (OpenID Connect), and of where a browser may be sent afterwards. */

import { isIP } from 'node:net'

export interface SignOnConfig {
  /** Origins beside the service's own that `redirectIf…` may lead to. */
  readonly redirectAllow: readonly string[]
  /** Absent: passwords alone. */
  readonly provider: ProviderConfig | undefined
}

/** An identity provider and what it may do here. */
export interface ProviderConfig {
  /** Exactly as the provider calls itself. */
  readonly issuer: string
  readonly clientId: string
  /** Absent: a public client, which proves itself by PKCE alone. */
  readonly clientSecret: string | undefined
  /** Whether a user with the same address, which somebody vouches for on both sides, is taken for the same person. */
  readonly matchesByEmail: boolean
  /** Whether its addresses count as verified where it says nothing of that: its directory is the operator's own. */
  readonly trustsAddresses: boolean
  /** Domains of the addresses whose owners get a user of their own at the first sign-on; `*`: all; none: nobody does. */
  readonly createFor: readonly string[]
}

/** What holds where nothing is set. */
export const defaultSignOn: SignOnConfig = Object.freeze({ redirectAllow: Object.freeze([]), provider: undefined })

/** The issuer's address: https, or http on the machine itself. */
export function parseIssuer(value: string): string {
  const url = URL.canParse(value) ? new URL(value) : undefined
  const isOwnMachine = url?.hostname === 'localhost' || url?.hostname === '[::1]' || isLoopback(url?.hostname ?? '')
  const isSafe = url?.protocol === 'https:' || (url?.protocol === 'http:' && isOwnMachine)
  if (!url || !isSafe || url.search || url.hash || url.username || url.password) {
    throw new Error('must be an https address without query and fragment, like https://login.example.org')
  }
  return value
}

function isLoopback(host: string): boolean {
  return isIP(host) === 4 && host.startsWith('127.')
}

export function parseMatch(value: string): { readonly matchesByEmail: boolean } {
  if (value !== 'subject' && value !== 'email') throw new Error('must be subject or email')
  return { matchesByEmail: value === 'email' }
}

/** `*`, or domains. */
export function parseCreateFor(value: string): readonly string[] {
  const entries = value
    .split(',')
    .map(entry => entry.trim().toLowerCase())
    .filter(entry => entry !== '')
  const wrong = entries.find(entry => entry !== '*' && !/^[a-z0-9-]+(\.[a-z0-9-]+)*$/.test(entry))
  if (wrong !== undefined) throw new Error(`must list domains such as example.org, or *, not ${JSON.stringify(wrong)}`)
  return Object.freeze(entries)
}
