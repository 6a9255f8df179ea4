/** Signatures of outgoing messages by the Standard Webhooks scheme. */

import { createHmac, randomBytes } from 'node:crypto'

/** A former secret signs beside the new one for so long. */
export const formerSecretMs = 24 * 3_600_000

/** 256 random bits, in the form of the scheme. */
export function newSecret(): string {
  return `whsec_${randomBytes(32).toString('base64')}`
}

/** A signature: `v1,` and the HMAC of id, time and body, in base 64. */
function signMessage(secret: string, id: string, timestamp: number, body: string): string {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`
}

/** Secrets that sign a message: one at least. */
export type SigningSecrets = readonly [string, ...string[]]

/**
 * The headers that sign a message with each of the secrets. `id` is the same at every attempt, so that a receiver can
 * pass over what it has; `now` is in milliseconds.
 */
export function toSignedHeaders(secrets: SigningSecrets, id: string, now: number, body: string) {
  const timestamp = Math.floor(now / 1000)
  return {
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': secrets.map(secret => signMessage(secret, id, timestamp, body)).join(' '),
  }
}
