/**
 * Signing on at an identity provider: authorization code with PKCE (OpenID Connect Core 3.1, RFC 7636).
 *
 *     browser ── begin ──► provider ── code, state ──► finish ──► page, with the cookie of a session
 *        └── sealed cookie: state, nonce, verifier ──────┘
 */

import { createHash } from 'node:crypto'
import { notFound, ServiceError } from '@rushes/contract'
import type { Welcome } from '../../accounts/index.ts'
import { recordAudit } from '../../platform/audit.ts'
import type { Context } from '../../platform/context.ts'
import { type Entry, enter } from '../enter.ts'
import { findSessionById } from '../store.ts'
import { matchUser } from './match-user.ts'
import { type Provider, ProviderError } from './provider.ts'
import { newState, type SignOnState } from './state.ts'

export function getProvider(provider: Provider | undefined): Provider {
  if (!provider) throw notFound('Single sign-on', 'of this service')
  return provider
}

/** The provider's page to send the browser to, and what the browser is to keep meanwhile. */
export async function beginSignOn(
  ctx: Context,
  provider: Provider,
  wishes: Pick<SignOnState, 'redirectIfOk' | 'redirectIfFailed' | 'rememberMe'>,
): Promise<{ location: string; state: SignOnState }> {
  const { authorizationEndpoint } = await provider.getMetadata().catch(error => {
    throw tell(ctx, error)
  })
  const state = newState(ctx.platform, wishes)
  const location = new URL(authorizationEndpoint)
  const question = {
    response_type: 'code',
    client_id: provider.config.clientId,
    redirect_uri: toRedirectUri(ctx),
    scope: 'openid email profile',
    state: state.state,
    nonce: state.nonce,
    code_challenge: createHash('sha256').update(state.verifier).digest('base64url'),
    code_challenge_method: 'S256',
  }
  for (const [name, value] of Object.entries(question)) location.searchParams.set(name, value)
  return { location: location.href, state }
}

function toRedirectUri({ platform }: Context): string {
  return `${platform.publicUrl}/authentication/oidc/callback`
}

/** What the provider sent the browser back with. */
export interface ProviderAnswer {
  readonly code?: string | undefined
  readonly state?: string | undefined
  readonly iss?: string | undefined
  readonly error?: string | undefined
}

/** Ends a sign-on that this browser has begun: the token of the user whom the provider vouches for. */
export async function finishSignOn(
  ctx: Context,
  provider: Provider,
  state: SignOnState | undefined,
  answer: ProviderAnswer,
  { address, welcome }: { address: string; welcome: Welcome },
): Promise<Entry> {
  try {
    if (!state || answer.state !== state.state) throw refused('This sign-on was not begun here, or too long ago')
    await assertFromProvider(provider, answer)
    if (answer.error !== undefined || answer.code === undefined)
      throw refused('The identity provider refused the sign-on')
    const { nonce, verifier } = state
    const claims = await provider.redeem(answer.code, { nonce, verifier, redirectUri: toRedirectUri(ctx) })
    const user = await matchUser(ctx, provider.config, claims, welcome)
    if (user.disabled !== null) throw refused('This user is disabled')
    if (user.locked !== null) throw new ServiceError('AccountLockedError', 'This account is locked')
    return await enter(ctx, user, { signOn: 'OPENID_CONNECT', rememberMe: state.rememberMe, address })
  } catch (error) {
    const told = tell(ctx, error)
    await recordAudit(ctx, {
      action: 'login.singleSignOn',
      succeeded: false,
      address,
      detail: { reason: error instanceof Error ? error.message.slice(0, 300) : '' },
    })
    throw told
  }
}

/** "mix-up": an answer of another provider than the one that was asked (RFC 9207). */
async function assertFromProvider(provider: Provider, { iss }: ProviderAnswer): Promise<void> {
  const { namesIssuer } = await provider.getMetadata()
  if (iss === undefined ? namesIssuer : iss !== provider.config.issuer) {
    throw refused('The answer is not of the identity provider that was asked')
  }
}

function refused(message: string): ServiceError {
  return new ServiceError('UnauthorizedError', message)
}

/** What was wrong with the provider is for the log; the caller learns that it was. */
function tell({ platform }: Context, error: unknown): unknown {
  if (!(error instanceof ProviderError)) return error
  platform.log.warn({ reason: error.message }, 'single sign-on failed')
  return refused('The identity provider could not vouch for anybody')
}

/** Where a browser goes that leaves a session which the provider opened: there too, and from there to the page. */
export async function findProviderExit(
  ctx: Context,
  provider: Provider | undefined,
  page: string,
): Promise<string | undefined> {
  const { actor } = ctx
  if (!provider || actor.kind !== 'user') return undefined
  const session = await findSessionById(ctx.db, actor.sessionId)
  if (session?.sign_on !== 'OPENID_CONNECT') return undefined
  const exit = (await provider.getMetadata().catch(() => undefined))?.endSessionEndpoint
  if (exit === undefined) return undefined
  const location = new URL(exit)
  location.searchParams.set('client_id', provider.config.clientId)
  location.searchParams.set('post_logout_redirect_uri', page)
  return location.href
}
