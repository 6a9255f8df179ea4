import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { ServiceKey } from './secrets/sealed.ts'

/** A new opaque token: 256 random bits behind a prefix that tells a reader (and a leak scanner) what it is. */
export function newToken(prefix: string): string {
  return `${prefix}_${randomBytes(32).toString('base64url')}`
}

/** What the database keeps of a token, so that a stolen table opens nothing. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

/** Signs a text with the key of the service, for links that carry their own right. */
export function sign({ current }: ServiceKey, text: string): string {
  return signWith(current, text)
}

function signWith(secret: Uint8Array, text: string): string {
  return createHmac('sha256', secret).update(text).digest('base64url')
}

/** Whether the signature is the service's own, in constant time. */
export function isSignedBy({ current, previous }: ServiceKey, text: string, signature: string): boolean {
  const given = Buffer.from(signature)
  return [current, previous].some(secret => {
    const expected = secret && Buffer.from(signWith(secret, text))
    return expected?.length === given.length && timingSafeEqual(expected, given)
  })
}
