import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

/** A new opaque token: 256 random bits behind a prefix that tells a reader (and a leak scanner) what it is. */
export function newToken(prefix: string): string {
  return `${prefix}_${randomBytes(32).toString('base64url')}`
}

/** What the database keeps of a token, so that a stolen table opens nothing. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

/** Signs a text with the service's secret, for links that carry their own right. */
export function sign(secret: Uint8Array, text: string): string {
  return createHmac('sha256', secret).update(text).digest('base64url')
}

/** Whether the signature is the service's own, in constant time. */
export function isSignedBy(secret: Uint8Array, text: string, signature: string): boolean {
  const expected = Buffer.from(sign(secret, text))
  const given = Buffer.from(signature)
  return expected.length === given.length && timingSafeEqual(expected, given)
}
