import { randomBytes } from 'node:crypto'
import type { Platform } from '../../../platform/context.ts'
import { seal, unseal } from '../../../platform/security/secrets/sealed.ts'

/** A sign-on that has been begun: it travels in a cookie, sealed, so that it ends in the browser that began it. */
export interface SignOnState {
  /** What the provider brings back unchanged. */
  readonly state: string
  /** What the provider writes into its token. */
  readonly nonce: string
  /** The secret half of PKCE (RFC 7636). */
  readonly verifier: string
  readonly redirectIfOk: string | undefined
  readonly redirectIfFailed: string | undefined
  readonly rememberMe: boolean
  /** Epoch milliseconds. */
  readonly expires: number
}

export const stateCookie = 'RUSHES_SIGN_ON'
/** As long as somebody may take to sign on at the provider. */
export const stateSeconds = 10 * 60
const purpose = 'single sign-on'

export function newState(
  platform: Platform,
  wishes: Pick<SignOnState, 'redirectIfOk' | 'redirectIfFailed' | 'rememberMe'>,
): SignOnState {
  const secret = () => randomBytes(32).toString('base64url')
  const expires = platform.clock.now() + stateSeconds * 1000
  return { state: secret(), nonce: secret(), verifier: secret(), ...wishes, expires }
}

export function sealState({ secret }: Platform, state: SignOnState): string {
  return seal(secret, purpose, JSON.stringify(state)).toString('base64url')
}

/** What was begun in this browser; nothing when that is too long ago, or was not ours. */
export function openState({ secret, clock }: Platform, cookie: string | undefined): SignOnState | undefined {
  const text = cookie === undefined ? undefined : unseal(secret, purpose, Buffer.from(cookie, 'base64url'))
  if (text === undefined) return undefined
  const state = JSON.parse(text) as SignOnState
  return clock.now() < state.expires ? state : undefined
}
