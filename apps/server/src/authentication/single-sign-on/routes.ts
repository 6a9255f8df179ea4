import { contract, ServiceError } from '@rushes/contract'
import type { Welcome } from '../../accounts/index.ts'
import { type Api, type Exchange, implement, RawReply } from '../../platform/http/index.ts'
import { createCookies, readCookie, toCookie } from '../cookies.ts'
import { checkRedirects } from '../redirects.ts'
import type { Provider } from './provider.ts'
import { beginSignOn, finishSignOn, getProvider } from './sign-on.ts'
import { openState, sealState, stateCookie, stateSeconds } from './state.ts'

const { authentication } = contract

/** Which endpoint of signing on at an identity provider is answered by which use case. */
export function addSignOnRoutes(api: Api, provider: Provider | undefined, welcome: Welcome): void {
  const { platform } = api
  const cookies = createCookies(platform)
  const keep = (exchange: Exchange, value: string, seconds: number) =>
    exchange.setHeader('set-cookie', toCookie(platform, stateCookie, value, seconds))

  implement(api, authentication.listMethods, async () => ({ password: true, singleSignOn: provider !== undefined }))
  implement(api, authentication.beginSingleSignOn, async (ctx, { query, exchange }) => {
    const { redirectIfOk, redirectIfFailed } = checkRedirects(platform, query)
    const wishes = { redirectIfOk, redirectIfFailed, rememberMe: query.rememberMe === true }
    const { location, state } = await beginSignOn(ctx, getProvider(provider), wishes)
    keep(exchange, sealState(platform, state), stateSeconds)
    return new RawReply(303, { location })
  })
  implement(api, authentication.finishSingleSignOn, async (ctx, { query, exchange }) => {
    const known = getProvider(provider)
    const state = openState(platform, readCookie(exchange.headers.cookie, stateCookie))
    keep(exchange, '', 0)
    try {
      const caller = { address: exchange.remoteAddress, welcome }
      const entry = await finishSignOn(ctx, known, state, query, caller)
      cookies.set(exchange, entry.token, entry.expires)
      return new RawReply(303, { location: toPage(platform.publicUrl, state?.redirectIfOk, entry.needsSecondToken) })
    } catch (error) {
      if (state?.redirectIfFailed === undefined || !(error instanceof ServiceError)) throw error
      const location = new URL(state.redirectIfFailed)
      location.searchParams.set('error', error.type)
      return new RawReply(303, { location: location.href })
    }
  })
}

/** The page that was asked for, or the first one; it learns whether a code is still to be asked for. */
function toPage(publicUrl: string, page: string | undefined, needsSecondToken: boolean): string {
  const location = new URL(page ?? `${publicUrl}/`)
  if (needsSecondToken) location.searchParams.set('needsSecondToken', 'true')
  return location.href
}
