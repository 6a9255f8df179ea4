import type { Platform } from '../../../platform/context.ts'
import { type Exchange, sessionCookie } from '../../../platform/http/index.ts'

/** The cookie that holds the token of a session in a browser: no script reads it, no other site sends it with a change. */
export interface Cookies {
  /** `expires` in epoch milliseconds. */
  set(exchange: Exchange, token: string, expires: number): void
  clear(exchange: Exchange): void
}

export function createCookies(platform: Platform): Cookies {
  const write = (exchange: Exchange, value: string, maxAgeSeconds: number) =>
    exchange.setHeader('set-cookie', toCookie(platform, sessionCookie, value, maxAgeSeconds))
  return {
    set: (exchange, token, expires) =>
      write(exchange, token, Math.max(0, Math.floor((expires - platform.clock.now()) / 1000))),
    clear: exchange => write(exchange, '', 0),
  }
}

/** The value of a cookie in the header `Cookie`. */
export function readCookie(header: string | undefined, wanted: string): string | undefined {
  for (const pair of header?.split(';') ?? []) {
    const [name, value] = pair.split('=', 2)
    if (name?.trim() === wanted && value) return value.trim()
  }
  return undefined
}

/** A cookie of this service; `Secure` where clients come by https. */
export function toCookie(
  { publicUrl }: Pick<Platform, 'publicUrl'>,
  name: string,
  value: string,
  maxAgeSeconds: number,
) {
  const secure = publicUrl.startsWith('https:') ? '; Secure' : ''
  return `${name}=${value}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${maxAgeSeconds}${secure}`
}
