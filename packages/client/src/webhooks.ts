import type { Event } from '@rushes/contract'

/** What of a request a receiver of webhooks hands over: its headers, and its body as it came, unparsed. */
export interface WebhookRequest {
  /** Of the request, names in lower case. */
  headers: Record<string, string | string[] | undefined> | Headers
  body: string | Uint8Array
  /** The secret that was shown when the webhook was made; two while it is being changed. */
  secret: string | readonly string[]
  /** How old or how far ahead a message may be; five minutes when left out. */
  toleranceMs?: number
}

/** A message that is not to be trusted, or cannot be read: answer it with 401, and do nothing. */
export class WebhookError extends Error {
  override name = 'WebhookError'
}

const defaultToleranceMs = 300_000

/**
 * The event of a webhook after its signature (Standard Webhooks) has been checked; throws a `WebhookError` that says
 * what is wrong with the message. A repetition has the same `webhook-id`: keep the ids of the last minutes to take each event once.
 */
export async function readWebhook({
  headers,
  body,
  secret,
  toleranceMs = defaultToleranceMs,
}: WebhookRequest): Promise<Event> {
  const read = (name: string) => (headers instanceof Headers ? headers.get(name) : headers[name])
  const [id, timestamp, signatures] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map(name => {
    const value = read(name)
    if (typeof value !== 'string') throw new WebhookError(`The header ${name} is missing`)
    return value
  })
  const age = Math.abs(Date.now() - Number(timestamp) * 1000)
  if (!(age <= toleranceMs)) throw new WebhookError('The message is too old, or from the future')
  const text = typeof body === 'string' ? body : new TextDecoder().decode(body)
  const signed = new TextEncoder().encode(`${id}.${timestamp}.${text}`)
  const secrets = typeof secret === 'string' ? [secret] : secret
  const checks = secrets.flatMap(one =>
    (signatures ?? '').split(' ').map(signature => isSignedBy(one, signature, signed)),
  )
  if (!(await Promise.all(checks)).includes(true)) throw new WebhookError('The signature is not of this secret')
  try {
    return JSON.parse(text) as Event
  } catch {
    throw new WebhookError('The body is not JSON')
  }
}

async function isSignedBy(secret: string, signature: string, signed: Uint8Array<ArrayBuffer>): Promise<boolean> {
  const [version, code] = signature.split(',')
  const bytes = version === 'v1' && code !== undefined ? fromBase64(code) : undefined
  const key = fromBase64(secret.replace(/^whsec_/, ''))
  if (!bytes || !key) return false
  const hmac = { name: 'HMAC', hash: 'SHA-256' }
  return crypto.subtle.verify(hmac, await crypto.subtle.importKey('raw', key, hmac, false, ['verify']), bytes, signed)
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(text), character => character.charCodeAt(0))
  } catch {
    return undefined
  }
}
