import { contract, toWholePage } from '@rushes/contract'
import { onReserve } from '../../platform/context.ts'
import { type Api, type Exchange, implement, RawReply } from '../../platform/http/index.ts'
import { listAudit } from './audit.ts'
import { withRetryAfter } from './login/attempts.ts'
import { login } from './login/login.ts'
import { changePassword } from './login/password.ts'
import { checkRedirects } from './login/redirects.ts'
import { forgetPassword } from './reset/forgot.ts'
import { resetPassword } from './reset/reset.ts'
import { disableSecondFactor } from './second-factor/disable.ts'
import { enableSecondFactor } from './second-factor/enable.ts'
import { renewRecoveryCodes } from './second-factor/renew-codes.ts'
import { validateSecondFactor } from './second-factor/validate.ts'
import * as service from './service.ts'
import { createCookies } from './sessions/cookies.ts'
import { type Entry, toOrigin } from './sessions/enter.ts'
import { createProvider } from './single-sign-on/provider.ts'
import { addSignOnRoutes } from './single-sign-on/routes.ts'
import { findProviderExit } from './single-sign-on/sign-on.ts'
import * as tokens from './tokens/access-tokens.ts'

const { authentication } = contract

/** Which endpoint of signing in and out is answered by which use case. */
export function addAuthenticationRoutes(api: Api): void {
  const cookies = createCookies(api.platform)
  const { config, clock, outbound } = api.platform
  const provider = config.signOn.provider && createProvider(config.signOn.provider, outbound, clock)
  addSignOnRoutes(api, provider)

  /** The token for the caller, and as a cookie unless they want none. */
  function hand(exchange: Exchange, { expires, ...token }: Entry, useCookies: boolean | undefined) {
    if (useCookies !== false) cookies.set(exchange, token.token, expires)
    return token
  }

  implement(api, authentication.login, (ctx, { body, exchange }) =>
    withRetryAfter(exchange, async () => {
      const redirects = checkRedirects(ctx.platform, body)
      try {
        const entry = await login(onReserve(ctx), body, toOrigin(exchange))
        const token = hand(exchange, entry, body.useCookies)
        const target = redirects.redirectIfPassword ?? redirects.redirectIfOk
        return target === undefined || token.needsSecondToken ? token : toRedirect(target)
      } catch (error) {
        if (redirects.redirectIfFailed === undefined) throw error
        return toRedirect(redirects.redirectIfFailed)
      }
    }),
  )
  implement(api, authentication.validateSecondFactor, (ctx, { body, exchange }) =>
    withRetryAfter(exchange, async () =>
      hand(exchange, await validateSecondFactor(onReserve(ctx), body, toOrigin(exchange)), body.useCookies),
    ),
  )
  implement(api, authentication.getCurrentUser, ctx => service.getCurrentUser(ctx))
  implement(api, authentication.logout, async (ctx, { body, exchange }) => {
    const { redirectIfOk } = checkRedirects(ctx.platform, body ?? {})
    const exit = redirectIfOk === undefined ? undefined : await findProviderExit(ctx, provider, redirectIfOk)
    const answer = await service.logout(onReserve(ctx), body, exchange.remoteAddress)
    cookies.clear(exchange)
    return redirectIfOk === undefined ? answer : toRedirect(exit ?? redirectIfOk)
  })

  implement(api, authentication.enableSecondFactor, (ctx, { params, body, exchange }) =>
    withRetryAfter(exchange, () => enableSecondFactor(ctx, params.id, body, exchange.remoteAddress)),
  )
  implement(api, authentication.disableSecondFactor, (ctx, { params, body, exchange }) =>
    withRetryAfter(exchange, async () => {
      await disableSecondFactor(ctx, params.id, body, exchange.remoteAddress)
      return undefined
    }),
  )
  implement(api, authentication.renewRecoveryCodes, (ctx, { params, body, exchange }) =>
    withRetryAfter(exchange, () => renewRecoveryCodes(ctx, params.id, body, exchange.remoteAddress)),
  )

  implement(api, authentication.listSessions, async (ctx, { params }) =>
    toWholePage(await service.listSessions(ctx, params.id)),
  )
  implement(api, authentication.deleteSession, async (ctx, { params }) => {
    await service.removeSession(ctx, params.id, params.sessionId)
    return undefined
  })
  implement(api, authentication.listAccessTokens, async (ctx, { params }) =>
    toWholePage(await tokens.listAccessTokens(ctx, params.id)),
  )
  implement(api, authentication.createAccessToken, (ctx, { params, body }) =>
    tokens.createAccessToken(ctx, params.id, body),
  )
  implement(api, authentication.deleteAccessToken, async (ctx, { params }) => {
    await tokens.deleteAccessToken(ctx, params.id, params.tokenId)
    return undefined
  })
  implement(api, authentication.changePassword, (ctx, { params, body, exchange }) =>
    withRetryAfter(exchange, async () => {
      await changePassword(ctx, params.id, body, exchange.remoteAddress)
      return undefined
    }),
  )
  implement(api, authentication.forgetPassword, (ctx, { body, exchange }) =>
    withRetryAfter(exchange, async () => {
      await forgetPassword(ctx, body, exchange.remoteAddress)
      return undefined
    }),
  )
  implement(api, authentication.resetPassword, async (ctx, { body, exchange }) => {
    await resetPassword(ctx, body, exchange.remoteAddress)
    return undefined
  })
  implement(api, authentication.readAudit, (ctx, { query }) => listAudit(ctx, query))
}

/** A form in a browser goes on to a page ("`redirectIf…`"); the cookie goes with it. */
function toRedirect(location: string): RawReply {
  return new RawReply(303, { location })
}
