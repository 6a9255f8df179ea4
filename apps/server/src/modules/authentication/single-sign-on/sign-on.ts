/**
 * Signing on at an identity provider: authorization code with PKCE (OpenID Connect Core 3.1, RFC 7636).
 *
 *     browser ── begin ──► provider ── code, state ──► finish ──► page, with the cookie of a session
 *        └── sealed cookie: state, nonce, verifier ──────┘
 */

import { notFound } from '@rushes/contract'
import type { Context } from '../../../platform/context.ts'
import { recordAudit } from '../../../platform/security/audit.ts'
import { type Entry, enter, type Origin } from '../sessions/enter.ts'
import { findSessionById } from '../store.ts'
import { matchUser } from './match-user.ts'
import { type Provider, ProviderError } from './provider.ts'
import { refuse } from './refusals.ts'
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
  const state = newState(ctx.platform, wishes)
  const page = await provider.getSignOnPage(toRedirectUri(ctx), state).catch(error => {
    throw toRefusal(ctx, error)
  })
  return { location: page.href, state }
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
  readonly error_description?: string | undefined
}

/** Ends a sign-on that this browser has begun: the token of the user whom the provider vouches for. */
export async function finishSignOn(
  ctx: Context,
  provider: Provider,
  state: SignOnState | undefined,
  answer: ProviderAnswer,
  origin: Origin,
): Promise<Entry> {
  try {
    if (!state || answer.state !== state.state) throw refuse('notBegun')
    const back = new URL(toRedirectUri(ctx))
    for (const [name, value] of Object.entries(answer)) if (value !== undefined) back.searchParams.set(name, value)
    const claims = await provider.redeem(back, state)
    const user = await matchUser(ctx, provider.config, claims)
    if (user.disabled !== null) throw refuse('disabled')
    if (user.locked !== null) throw refuse('locked')
    return await enter(ctx, user, { signOn: 'OPENID_CONNECT', rememberMe: state.rememberMe, ...origin })
  } catch (error) {
    await recordAudit(ctx, {
      action: 'login.singleSignOn',
      succeeded: false,
      address: origin.address,
      detail: { reason: error instanceof Error ? error.message.slice(0, 300) : '' },
    })
    throw toRefusal(ctx, error)
  }
}

/** What was wrong with the provider is for the log and the audit; the caller learns that it was. */
function toRefusal({ platform }: Context, error: unknown): unknown {
  if (!(error instanceof ProviderError)) return error
  platform.log.warn({ reason: error.message }, 'single sign-on failed')
  return refuse(error.isRefusal ? 'providerRefused' : 'providerFailed')
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
  return (await provider.findExit(page).catch(() => undefined))?.href
}
