import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

/**
 * Short secrets that the service must be able to show again, encrypted with a key derived from its own secret
 * (AES-256-GCM):
 *
 *     | 12 bytes nonce | 16 bytes tag | ciphertext |
 *
 * The purpose takes part in the key, so that what was sealed for one use cannot be passed off as another's.
 */
const nonceBytes = 12
const tagBytes = 16
const cipher = 'aes-256-gcm'

/** Seals a text; each call gives other bytes. */
export function seal(secret: Uint8Array, purpose: string, text: string): Buffer {
  const nonce = randomBytes(nonceBytes)
  const sealing = createCipheriv(cipher, deriveKey(secret, purpose), nonce)
  const ciphertext = Buffer.concat([sealing.update(text, 'utf8'), sealing.final()])
  return Buffer.concat([nonce, sealing.getAuthTag(), ciphertext])
}

/** The sealed text; nothing when it was sealed with another secret or for another purpose, or has been changed. */
export function unseal(secret: Uint8Array, purpose: string, sealed: Uint8Array): string | undefined {
  const bytes = Buffer.from(sealed)
  if (bytes.length < nonceBytes + tagBytes) return undefined
  const opening = createDecipheriv(cipher, deriveKey(secret, purpose), bytes.subarray(0, nonceBytes))
  opening.setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes))
  try {
    return Buffer.concat([opening.update(bytes.subarray(nonceBytes + tagBytes)), opening.final()]).toString('utf8')
  } catch {
    return undefined
  }
}

function deriveKey(secret: Uint8Array, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', `rushes ${purpose}`, 32))
}
