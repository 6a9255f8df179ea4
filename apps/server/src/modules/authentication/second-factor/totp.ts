/** Time-based one-time passwords (RFC 6238) on HOTP (RFC 4226); pure functions of their arguments. */

import { createHmac, timingSafeEqual } from 'node:crypto'

/** What authenticator apps understand without being told; some ignore anything else. */
export const totp = { algorithm: 'SHA1', digits: 6, periodSeconds: 30 } as const

/** Codes of so many steps before and after now are taken, for clocks that drift. */
const windowSteps = 1

/** The code of a time step: dynamic truncation of the HMAC of the step (RFC 4226, 5.3). */
export function toCode(
  secret: Uint8Array,
  step: number,
  { algorithm, digits }: { algorithm: string; digits: number } = totp,
): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const digest = createHmac(algorithm, secret).update(counter).digest()
  const offset = digest[digest.length - 1]! & 0xf
  const number = (digest.readUInt32BE(offset) & 0x7fff_ffff) % 10 ** digits
  return String(number).padStart(digits, '0')
}

/** The time step of an instant in epoch milliseconds. */
export function toStep(now: number): number {
  return Math.floor(now / 1000 / totp.periodSeconds)
}

/** The step whose code this is, the latest that fits; nothing when none around `now` does. */
export function findStep(secret: Uint8Array, code: string, now: number): number | undefined {
  const given = Buffer.from(code)
  let found: number | undefined
  for (let step = toStep(now) - windowSteps; step <= toStep(now) + windowSteps; step++) {
    const expected = Buffer.from(toCode(secret, step))
    if (given.length === expected.length && timingSafeEqual(given, expected)) found = step
  }
  return found
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** Base32 without padding (RFC 4648), as authenticator apps take secrets. */
export function toBase32(bytes: Uint8Array): string {
  let text = ''
  let bits = 0
  let value = 0
  for (const byte of bytes) {
    value = (value << 8) | byte
    bits += 8
    while (bits >= 5) {
      bits -= 5
      text += alphabet[(value >>> bits) & 31]
    }
    value &= (1 << bits) - 1
  }
  return bits === 0 ? text : text + alphabet[(value << (5 - bits)) & 31]
}

/** The address that an authenticator app reads from the picture (`otpauth://`). */
export function toKeyUri(key: string, issuer: string, username: string): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(username)}`
  const query = new URLSearchParams({
    secret: key,
    issuer,
    algorithm: totp.algorithm,
    digits: String(totp.digits),
    period: String(totp.periodSeconds),
  })
  return `otpauth://totp/${label}?${query}`
}
