import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import type { Tables } from '../../database/index.ts'

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

/** The key of the service; while it is changed, also the one before, which opens and no longer seals. */
export interface ServiceKey {
  readonly current: Uint8Array
  readonly previous: Uint8Array | undefined
}

/** A column of sealed values, which are sealed again when the key changes. */
export interface SealedColumn {
  readonly table: keyof Tables
  readonly column: string
  readonly purpose: string
}

/** Seals a text; each call gives other bytes. */
export function seal({ current }: ServiceKey, purpose: string, text: string): Buffer {
  const nonce = randomBytes(nonceBytes)
  const sealing = createCipheriv(cipher, deriveKey(current, purpose), nonce)
  const ciphertext = Buffer.concat([sealing.update(text, 'utf8'), sealing.final()])
  return Buffer.concat([nonce, sealing.getAuthTag(), ciphertext])
}

/** The sealed text; undefined when it was sealed with another key or for another purpose, or was altered. */
export function unseal({ current, previous }: ServiceKey, purpose: string, sealed: Uint8Array): string | undefined {
  return openWith(current, purpose, sealed) ?? (previous && openWith(previous, purpose, sealed))
}

export function isSealedWith(secret: Uint8Array, purpose: string, sealed: Uint8Array): boolean {
  return openWith(secret, purpose, sealed) !== undefined
}

function openWith(secret: Uint8Array, purpose: string, sealed: Uint8Array): string | undefined {
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
