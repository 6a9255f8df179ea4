import { contract, toWholePage } from '@rushes/contract'
import { type Api, type Exchange, implement, sessionCookie } from '../platform/http/index.ts'
import { withRetryAfter } from './attempts.ts'
import * as service from './service.ts'

const { authentication } = contract

/** Which endpoint of signing in and out is answered by which use case. */
export function addAuthenticationRoutes(api: Api): void {
  const isSecure = api.platform.publicUrl.startsWith('https:')

  function setCookie(exchange: Exchange, value: string, maxAgeSeconds: number): void {
    const secure = isSecure ? '; Secure' : ''
    exchange.setHeader(
      'set-cookie',
      `${sessionCookie}=${value}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${maxAgeSeconds}${secure}`,
    )
  }

  implement(api, authentication.login, (ctx, { body, exchange }) =>
    withRetryAfter(exchange, async () => {
      const { expires, ...token } = await service.login(ctx, body, exchange.remoteAddress)
      const maxAgeSeconds = Math.floor((expires - api.platform.clock.now()) / 1000)
      if (body.useCookies !== false) setCookie(exchange, token.token, maxAgeSeconds)
      return token
    }),
  )
  implement(api, authentication.getCurrentUser, ctx => service.getCurrentUser(ctx))
  implement(api, authentication.logout, async (ctx, { body, exchange }) => {
    const answer = await service.logout(ctx, body)
    setCookie(exchange, '', 0)
    return answer
  })
  implement(api, authentication.listSessions, async (ctx, { params }) =>
    toWholePage(await service.listSessions(ctx, params.id)),
  )
  implement(api, authentication.deleteSession, async (ctx, { params }) => {
    await service.removeSession(ctx, params.id, params.sessionId)
    return undefined
  })
  implement(api, authentication.changePassword, async (ctx, { params, body }) => {
    await service.changePassword(ctx, params.id, body)
    return undefined
  })
}
