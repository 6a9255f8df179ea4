import { contract, ServiceError } from '@rushes/contract'
import { onReserve } from '../../../platform/context.ts'
import { isMailOn } from '../../../platform/events/outbox/mail/index.ts'
import { type Api, type Exchange, implement, RawReply } from '../../../platform/http/index.ts'
import { checkRedirects } from '../login/redirects.ts'
import { createCookies, readCookie, toCookie } from '../sessions/cookies.ts'
import { toOrigin } from '../sessions/enter.ts'
import type { Provider } from './provider.ts'
import { readRefusal } from './refusals.ts'
import { beginSignOn, finishSignOn, getProvider } from './sign-on.ts'
import { openState, sealState, stateCookie, stateSeconds } from './state.ts'

const { authentication } = contract

/** Which endpoint of signing on at an identity provider is answered by which use case. */
export function addSignOnRoutes(api: Api, provider: Provider | undefined): void {
  const { platform } = api
  const cookies = createCookies(platform)
  const keep = (exchange: Exchange, value: string, seconds: number) =>
    exchange.setHeader('set-cookie', toCookie(platform, stateCookie, value, seconds))

  implement(api, authentication.listMethods, async ctx => ({
    password: true,
    singleSignOn: provider !== undefined,
    passwordReset: isMailOn(ctx),
  }))
  implement(api, authentication.beginSingleSignOn, async (ctx, { query, exchange }) => {
    const { redirectIfOk, redirectIfFailed } = checkRedirects(platform, query)
    const wishes = { redirectIfOk, redirectIfFailed, rememberMe: query.rememberMe === true }
    const known = getProvider(provider)
    try {
      const { location, state } = await beginSignOn(ctx, known, wishes)
      keep(exchange, sealState(platform, state), stateSeconds)
      return new RawReply(303, { location })
    } catch (error) {
      return toFailure(redirectIfFailed, error)
    }
  })
  implement(api, authentication.finishSingleSignOn, async (ctx, { query, exchange }) => {
    const known = getProvider(provider)
    const state = openState(platform, readCookie(exchange.headers.cookie, stateCookie))
    keep(exchange, '', 0)
    try {
      const entry = await finishSignOn(onReserve(ctx), known, state, query, toOrigin(exchange))
      cookies.set(exchange, entry.token, entry.expires)
      return new RawReply(303, { location: toPage(platform.publicUrl, state?.redirectIfOk, entry.needsSecondToken) })
    } catch (error) {
      return toFailure(state?.redirectIfFailed, error)
    }
  })
}

/** The page that was asked for, or the first one; it learns whether a code is still to be asked for. */
function toPage(publicUrl: string, page: string | undefined, needsSecondToken: boolean): string {
  const location = new URL(page ?? `${publicUrl}/`)
  if (needsSecondToken) location.searchParams.set('needsSecondToken', 'true')
  return location.href
}

/** The page for failures gets the kind of error and its reason, each one word; without a page, the error is the answer. */
function toFailure(page: string | undefined, error: unknown): RawReply {
  if (page === undefined || !(error instanceof ServiceError)) throw error
  const location = new URL(page)
  location.searchParams.set('error', error.type)
  const reason = readRefusal(error)
  if (reason !== undefined) location.searchParams.set('reason', reason)
  return new RawReply(303, { location: location.href })
}
