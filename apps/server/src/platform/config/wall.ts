/** Settings of the outer wall: from where browsers may call, who is believed, how much one caller may ask for. */

import { isIP } from 'node:net'

export interface WallConfig {
  /** Origins whose pages may read answers (`https://review.example`); empty: the service's own pages alone. */
  readonly corsOrigins: readonly string[]
  /** Addresses or CIDR ranges of proxies whose `X-Forwarded-For` is believed; empty: nobody's. */
  readonly trustedProxies: readonly string[]
  /** Absent: requests are not limited. */
  readonly rateLimit: RateLimit | undefined
  /** Open connections at a time; more are closed at once. */
  readonly maxConnections: number
}

/** Requests a second, lasting; ten seconds' worth may come at once. */
export interface RateLimit {
  readonly perToken: number
  readonly perAddress: number
}

/** What holds where nothing is set. */
export const defaultWall: WallConfig = Object.freeze({
  corsOrigins: Object.freeze([]),
  trustedProxies: Object.freeze([]),
  rateLimit: Object.freeze({ perToken: 200, perAddress: 1000 }),
  maxConnections: 10_000,
})

export function parseOrigins(value: string): readonly string[] {
  return Object.freeze(split(value).map(parseOrigin))
}

function parseOrigin(entry: string): string {
  const url = URL.canParse(entry) ? new URL(entry) : undefined
  const isWeb = url?.protocol === 'http:' || url?.protocol === 'https:'
  if (!url || !isWeb || url.origin !== entry.replace(/\/$/, '').toLowerCase()) {
    throw new Error(`must list origins such as https://review.example, not ${JSON.stringify(entry)}`)
  }
  return url.origin
}

export function parseProxies(value: string): readonly string[] {
  for (const entry of split(value)) {
    const [address = '', bits, ...rest] = entry.split('/')
    const version = isIP(address)
    const most = version === 4 ? 32 : 128
    if (version === 0 || rest.length > 0 || (bits !== undefined && !(/^\d{1,3}$/.test(bits) && Number(bits) <= most))) {
      throw new Error(`must list addresses or CIDR ranges such as 10.0.0.7 or 10.0.0.0/8, not ${JSON.stringify(entry)}`)
    }
  }
  return Object.freeze(split(value))
}

/** `off`, or two numbers: `200,1000`. */
export function parseRateLimit(value: string): { readonly limit: RateLimit | undefined } {
  if (value === 'off') return { limit: undefined }
  const [perToken = Number.NaN, perAddress = Number.NaN, ...rest] = split(value).map(toWhole)
  if (rest.length > 0 || !(perToken >= 1) || !(perAddress >= perToken)) {
    throw new Error('must be off, or requests a second of a token and, no fewer, of an address, like 200,1000')
  }
  return { limit: Object.freeze({ perToken, perAddress }) }
}

export function parseMaxConnections(value: string): number {
  const number = toWhole(value)
  if (!(number >= 1 && number <= 1_000_000)) throw new Error('must be a whole number from 1 to 1000000')
  return number
}

function toWhole(text: string): number {
  return /^\d{1,7}$/.test(text) ? Number(text) : Number.NaN
}

function split(value: string): string[] {
  return value
    .split(',')
    .map(entry => entry.trim())
    .filter(entry => entry !== '')
}
